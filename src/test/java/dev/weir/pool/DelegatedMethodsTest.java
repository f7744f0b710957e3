package dev.weir.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.internal.async.AsyncPoolManager;
import dev.weir.internal.manager.PoolManager;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The managers are HttpClient's types, but none of HttpClient's methods may act beside our pool. */
class DelegatedMethodsTest {

    @ParameterizedTest
    @ValueSource(classes = {PoolManager.class, AsyncPoolManager.class})
    void everyPublicMethodOfTheManagerIsOurs(Class<?> manager) {
        List<Method> inherited = Arrays.stream(manager.getMethods())
                .filter(method -> method.getDeclaringClass() != manager)
                .filter(method -> method.getDeclaringClass() != Object.class)
                .filter(method -> !Modifier.isStatic(method.getModifiers()) && !method.isBridge())
                .toList();

        assertThat(inherited).isEmpty();
    }
}
