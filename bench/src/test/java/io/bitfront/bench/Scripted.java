package io.bitfront.bench;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/// Objects that answer some calls themselves and hand the others to a real one.
final class Scripted {
    /// What a call is answered with where the real object shall answer.
    static final Object REALLY = new Object();

    private Scripted() {}

    interface Answer {
        /// The result of a call, or [#REALLY].
        Object to(Method method, Object... arguments);
    }

    static <T> T like(Class<T> type, T real, Answer answer) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (_, method, arguments) -> {
                    Object answered = answer.to(method, arguments);
                    if (answered != REALLY) {
                        return answered;
                    }
                    try {
                        return method.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }
}
