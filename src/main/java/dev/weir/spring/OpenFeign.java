package dev.weir.spring;

import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.springframework.util.ClassUtils;

/** Knows, by their names, the beans that Spring Cloud OpenFeign makes for its clients of HttpClient. */
final class OpenFeign {

    private static final boolean IS_PRESENT =
            ClassUtils.isPresent("org.springframework.cloud.openfeign.FeignClient", OpenFeign.class.getClassLoader());

    private OpenFeign() {}

    /** Whether all of its clients make their requests with a bean. */
    static boolean isClient(Object bean, String name) {
        return IS_PRESENT && name.equals("httpClient5") && bean instanceof CloseableHttpClient;
    }

    /** Whether a bean is the manager of that client alone, which is named itself. */
    static boolean isManager(String name) {
        return IS_PRESENT && name.equals("hc5ConnectionManager");
    }
}
