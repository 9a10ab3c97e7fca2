package io.bitfront.engine;

import io.bitfront.engine.spi.Backend;
import io.bitfront.engine.spi.MultiSource;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/// What a backend and its states of many sources were asked, in order: `perSource(64)`, by how many sources.
public final class RecordedBackend {
    private static final Set<String> ASKED = Set.of(
            "begin",
            "perSource",
            "perTarget",
            "levels",
            "expect",
            "settled",
            "multiSource",
            "multiSources",
            "calibrate",
            "measure",
            "defect",
            "close");

    private final Backend backend;
    private final List<String> calls = Collections.synchronizedList(new ArrayList<>());
    private int levelWidth;

    public RecordedBackend(Backend works) {
        backend = recorded(Backend.class, works);
    }

    public Backend backend() {
        return backend;
    }

    public List<String> calls() {
        return List.copyOf(calls);
    }

    /// Says that so many sources at once fit a matrix of levels.
    public RecordedBackend withLevelWidth(int width) {
        levelWidth = width;
        return this;
    }

    /// Those of some names.
    public List<String> calls(String... names) {
        Predicate<String> named = call -> List.of(names).contains(call.replaceAll("\\(.*", ""));
        return calls().stream().filter(named).toList();
    }

    private <T> T recorded(Class<T> type, T works) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (_, method, arguments) -> call(method, works, arguments)));
    }

    private Object call(Method method, Object works, Object... arguments) throws Throwable {
        if (ASKED.contains(method.getName())) {
            calls.add(said(method, arguments));
        }
        if (method.getName().equals("levelWidth") && levelWidth > 0) {
            return levelWidth;
        }
        try {
            return wrapped(method.invoke(works, arguments));
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static String said(Method method, Object... arguments) {
        Object first = arguments == null ? "" : arguments[0];
        String owner =
                method.getName().equals("close") ? method.getDeclaringClass().getSimpleName() : "";
        return "%s(%s%s)".formatted(method.getName(), owner, first instanceof int[] sources ? sources.length : first);
    }

    private Object wrapped(Object found) {
        return switch (found) {
            case MultiSource state -> recorded(MultiSource.class, state);
            case List<?> list -> list.stream().map(this::wrapped).toList();
            case null, default -> found;
        };
    }
}
