package dev.weir.spring;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/**
 * Finds clients among the beans of an application that make requests without a pool: with {@code weir.adopt=true} it puts them on
 * the pool {@code default}, with {@code false} it lets them be, and else it says once of each how to. Thread-safe.
 */
final class BypassFinder implements BeanPostProcessor {

    private static final Logger LOG = LoggerFactory.getLogger(HttpPools.class);

    private static final String MANAGER = "HttpClient connection manager";
    private static final boolean HAS_WEB_CLIENT = ClassUtils.isPresent(
            "org.springframework.web.reactive.function.client.WebClient", BypassFinder.class.getClassLoader());

    /** What puts beans on a pool. */
    interface Adopter {
        Object adopt(Object client);
    }

    private final Adopter adopter;
    private final @Nullable Boolean isAdopting;
    private final List<String> found = new CopyOnWriteArrayList<>();

    BypassFinder(Adopter adopter, Environment environment) {
        this.adopter = adopter;
        this.isAdopting = environment.getProperty("weir.adopt", Boolean.class);
    }

    /** Returns what was found and left where it is, in words. */
    List<String> found() {
        return List.copyOf(found);
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        String kind = OpenFeign.isManager(beanName) ? null : kind(bean);
        if (Boolean.TRUE.equals(isAdopting) && OpenFeign.isClient(bean, beanName)) {
            return adopted(bean, "HttpClient", beanName);
        }
        if (kind == null || Boolean.FALSE.equals(isAdopting)) {
            return bean;
        }
        boolean isAdoptable = kind.equals(FeignBypass.KIND) ? FeignBypass.isAdoptable(bean) : !kind.equals(MANAGER);
        return Boolean.TRUE.equals(isAdopting) && isAdoptable
                ? adopted(bean, kind, beanName)
                : told(bean, kind, beanName, isAdoptable || (isAdopting == null && FeignBypass.isBalanced(bean)));
    }

    private Object adopted(Object bean, String kind, String name) {
        LOG.info("The {} bean '{}' is put on the pool '{}', because of weir.adopt", kind, name, HttpPools.DEFAULT);
        return adopter.adopt(bean);
    }

    private Object told(Object bean, String kind, String name, boolean isAdoptable) {
        String text = text(kind, name, isAdoptable);
        found.add(text);
        LOG.warn(text);
        return bean;
    }

    /** Returns what is said of a client. Pure. */
    static String text(String kind, String name, boolean isAdoptable) {
        return "The " + kind + " bean '" + name + "' makes requests without a pool of Weir. "
                + (isAdoptable
                        ? cure(kind) + ", or set weir.adopt=true"
                        : "Give its users a client of HttpPools, or HttpPools.httpClient(\"<pool>\")")
                + "; weir.adopt=false ends this warning";
    }

    private static String cure(String kind) {
        return switch (kind) {
            case "RestTemplate" -> "Make it by the injected RestTemplateBuilder";
            case "RestClient", "WebClient" -> "Make it by the injected " + kind + ".Builder";
            default -> "Give it HttpPools.httpClient(\"<pool>\")";
        };
    }

    /** Returns what kind of client without a pool a bean is; null if it is none. */
    private static @Nullable String kind(Object bean) {
        String blocking = BlockingBypass.kind(bean);
        if (blocking != null) {
            return blocking;
        }
        if (HAS_WEB_CLIENT && ReactiveBypass.is(bean)) {
            return "WebClient";
        }
        return FeignBypass.is(bean) ? FeignBypass.KIND : null;
    }
}
