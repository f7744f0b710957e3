package dev.weir.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.internal.async.AsyncPoolManager;
import dev.weir.internal.manager.PoolManager;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The managers are HttpClient's types, but none of HttpClient's methods may act beside our pool. */
class DelegatedMethodsTest {

    // They call the pool that HttpClient's manager is given, which is ours, or another method of the manager.
    private static final Set<String> ON_OUR_POOL = Set.of(
            "close",
            "closeIdle",
            "closeExpired",
            "getRoutes",
            "getTotalStats",
            "getStats",
            "getMaxTotal",
            "setMaxTotal",
            "getDefaultMaxPerRoute",
            "setDefaultMaxPerRoute",
            "getMaxPerRoute",
            "setMaxPerRoute",
            "setValidateAfterInactivity",
            "lease(String,HttpRoute,Object)",
            "upgrade(AsyncConnectionEndpoint,Object,HttpContext)");

    @ParameterizedTest
    @ValueSource(classes = {PoolManager.class, AsyncPoolManager.class})
    void everyPublicMethodOfTheManagerIsOurs(Class<?> manager) {
        List<Method> inherited = Arrays.stream(manager.getMethods())
                .filter(method -> method.getDeclaringClass() != manager)
                .filter(method -> method.getDeclaringClass() != Object.class)
                .filter(method -> !Modifier.isStatic(method.getModifiers()) && !method.isBridge())
                .filter(method -> !ON_OUR_POOL.contains(method.getName()) && !ON_OUR_POOL.contains(signature(method)))
                .toList();

        assertThat(inherited).isEmpty();
    }

    private static String signature(Method method) {
        return Arrays.stream(method.getParameterTypes())
                .map(Class::getSimpleName)
                .collect(Collectors.joining(",", method.getName() + "(", ")"));
    }
}
