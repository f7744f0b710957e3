package dev.weir.spring;

import java.lang.ref.WeakReference;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurationPackages;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/**
 * Finds clients among the beans of an application, and in their fields, that make requests without a pool: with {@code
 * weir.adopt=true} it puts beans on the pool {@code default}, with {@code false} it lets them be, and else it says once of
 * each how to. It says the same of clients whose requests are observed. Thread-safe.
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
    private final BeanFactory beans;
    private final FieldClients fields;
    private final UnknownClients unknown;
    private final @Nullable Boolean isAdopting;
    private final CopyOnWriteArrayList<String> found = new CopyOnWriteArrayList<>();
    // A client may be a bean and in a field.
    private final List<WeakReference<Object>> told = new CopyOnWriteArrayList<>();

    /**
     * Creates it.
     *
     * @param adopter puts beans on a pool
     * @param beans the beans of the application
     * @param environment the properties
     */
    BypassFinder(Adopter adopter, BeanFactory beans, Environment environment) {
        this.adopter = adopter;
        this.beans = beans;
        OwnClasses own =
                new OwnClasses(AutoConfigurationPackages.has(beans) ? AutoConfigurationPackages.get(beans) : List.of());
        this.fields = new FieldClients(own);
        this.unknown = new UnknownClients(own);
        this.isAdopting = environment.getProperty("weir.adopt", Boolean.class);
    }

    /** Returns what was found and left where it is, in words. */
    List<String> found() {
        return List.copyOf(found);
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        if (Boolean.FALSE.equals(isAdopting)) {
            return bean;
        }
        fields.visit(bean, this::inField);
        if (Boolean.TRUE.equals(isAdopting) && OpenFeign.isClient(bean, beanName)) {
            return adopted(bean, "HttpClient", beanName);
        }
        String kind = OpenFeign.isManager(beanName) ? null : kind(bean);
        if (kind == null || !hasPools(kind)) {
            return bean;
        }
        boolean isAdoptable = kind.equals(FeignBypass.KIND) ? FeignBypass.isAdoptable(bean) : !kind.equals(MANAGER);
        if (Boolean.TRUE.equals(isAdopting) && isAdoptable) {
            return adopted(bean, kind, beanName);
        }
        tell(bean, text(kind, beanName, isAdoptable || (isAdopting == null && FeignBypass.isBalanced(bean))));
        return bean;
    }

    /** Clients of a kind that runs entirely on another library are not listed; the line at start reports that. */
    private boolean hasPools(String kind) {
        return switch (kind) {
            case "RestTemplate", "RestClient" -> beans.containsBean(StartNotice.BLOCKING);
            case "WebClient" -> beans.containsBean(StartNotice.REACTIVE);
            default -> true;
        };
    }

    private void inField(String field, Object client) {
        String kind = kind(client);
        if (kind != null && hasPools(kind)) {
            tell(client, textOfField(kind, field));
        }
    }

    /** Notes that a blocking client makes a request on the calling thread with a library, and not on a pool. */
    void observed(String library, URI uri) {
        if (!Boolean.FALSE.equals(isAdopting) && hasPools("RestClient")) {
            unknown.blocking(library, uri).ifPresent(this::tell);
        }
    }

    /** Notes that a {@code WebClient} makes a request, and not on a pool. */
    void observedReactive(URI uri) {
        if (!Boolean.FALSE.equals(isAdopting) && hasPools("WebClient")) {
            unknown.reactive(uri).ifPresent(this::tell);
        }
    }

    private void tell(Object client, String text) {
        if (told.stream().noneMatch(each -> each.get() == client) && found.addIfAbsent(text)) {
            told.add(new WeakReference<>(client));
            noteLibrary(client);
            LOG.warn(text);
        }
    }

    private void tell(String text) {
        if (found.addIfAbsent(text)) {
            LOG.warn(text);
        }
    }

    private void noteLibrary(Object client) {
        String library = HAS_WEB_CLIENT && ReactiveBypass.is(client)
                ? UnknownClients.WEB_CLIENT
                : BlockingBypass.library(client);
        if (library != null) {
            unknown.named(library);
        }
    }

    private Object adopted(Object bean, String kind, String name) {
        LOG.info("The {} bean '{}' is put on the pool '{}', because of weir.adopt", kind, name, HttpPools.DEFAULT);
        return adopter.adopt(bean);
    }

    /** Returns what is said of a client. Pure. */
    static String text(String kind, String name, boolean isAdoptable) {
        return "The " + kind + " bean '" + name + "' makes requests without a pool of Weir. "
                + (isAdoptable
                        ? cure(kind) + ", or set weir.adopt=true"
                        : "Give its users a client of HttpPools, or HttpPools.httpClient(\"<pool>\")")
                + "; weir.adopt=false ends this warning";
    }

    /** Returns what is said of a client in a field. Pure. */
    static String textOfField(String kind, String field) {
        return "The " + kind + " in the field " + field + " makes requests without a pool of Weir. "
                + (kind.equals(MANAGER) ? "Give its users HttpPools.httpClient(\"<pool>\")" : cure(kind))
                + "; weir.adopt=false ends this warning";
    }

    private static String cure(String kind) {
        return switch (kind) {
            case "RestTemplate" -> "Build it with the injected RestTemplateBuilder";
            case "RestClient", "WebClient" -> "Build it with the injected " + kind + ".Builder";
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
