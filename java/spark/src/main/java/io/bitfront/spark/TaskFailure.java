package io.bitfront.spark;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What a failed Spark job says, in one line: the message of the exception that ended its last task.
final class TaskFailure {
    private static final Pattern LOST_TASK =
            Pattern.compile("Lost task \\S+ in stage \\S+ \\(TID \\d+\\) \\((\\S+) executor (\\S+)\\): (.*)");
    private static final Pattern THROWN = Pattern.compile("(?:[a-z][\\w$]*\\.)+[A-Z][\\w$]*: (.+)");

    private TaskFailure() {}

    static String line(Throwable thrown) {
        String message = String.valueOf(thrown.getMessage());
        Matcher lost = LOST_TASK.matcher(message);
        if (!lost.find()) {
            return message.lines().findFirst().orElse(message);
        }
        Matcher reason = THROWN.matcher(lost.group(3));
        return "executor %s on %s: %s"
                .formatted(lost.group(2), lost.group(1), reason.matches() ? reason.group(1) : lost.group(3));
    }
}
