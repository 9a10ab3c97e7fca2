package io.bitfront.engine.closeness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.engine.DeviceException;
import io.bitfront.engine.spi.MultiSource;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StatesTest {
    private final List<String> closed = new ArrayList<>();

    @Test
    void closesAllWhateverFails() {
        States states = new States();
        states.addAll(List.of(state("one", false), state("two", true), state("three", false)));
        assertThatThrownBy(states::close)
                .isInstanceOf(DeviceException.class)
                .hasMessage("free the states of a job: two is lost");
        assertThat(closed).containsExactlyInAnyOrder("one", "two", "three");
    }

    private MultiSource state(String name, boolean fails) {
        return (MultiSource) Proxy.newProxyInstance(
                StatesTest.class.getClassLoader(), new Class<?>[] {MultiSource.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("close")) {
                        closed.add(name);
                        if (fails) {
                            throw new DeviceException(name + " is lost");
                        }
                    }
                    return null;
                });
    }
}
