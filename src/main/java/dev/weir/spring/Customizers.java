package dev.weir.spring;

import dev.weir.event.PoolListener;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;

/**
 * Knows which beans customize a pool: those that are given to all pools, customizers for all, and then the one that its
 * properties name. Thread-safe.
 */
final class Customizers {

    private final List<HttpPoolCustomizer> given;
    private final List<HttpPoolCustomizer> all;
    private final Function<String, HttpPoolCustomizer> beans;
    private final Map<String, HttpPoolCustomizer> named = new ConcurrentHashMap<>();

    private Customizers(
            List<HttpPoolCustomizer> given, List<HttpPoolCustomizer> all, Function<String, HttpPoolCustomizer> beans) {
        this.given = given;
        this.all = all;
        this.beans = beans;
    }

    static Customizers of(ListableBeanFactory beans, ObjectProvider<HttpPoolCustomizer> all, Plans plans) {
        Customizers customizers = new Customizers(
                List.of(listening(beans)),
                all.orderedStream().toList(),
                name -> beans.getBean(name, HttpPoolCustomizer.class));
        customizers.of(plans.customizers(HttpPools.DEFAULT)); // while beans can be looked up
        return customizers;
    }

    private static HttpPoolCustomizer listening(ListableBeanFactory beans) {
        List<PoolListener> listeners =
                beans.getBeanProvider(PoolListener.class).orderedStream().toList();
        return (pool, builder) -> listeners.forEach(builder::listener);
    }

    /** Returns the customizers of a pool, in order. Changed properties may name others than those at start did. */
    List<HttpPoolCustomizer> of(CustomizerNames names) {
        Set<HttpPoolCustomizer> ofSome =
                names.ofSome().stream().map(this::named).collect(Collectors.toSet());
        Stream<HttpPoolCustomizer> ofAll = all.stream().filter(each -> !ofSome.contains(each));
        Stream<HttpPoolCustomizer> own = Stream.ofNullable(names.own()).map(this::named);
        return Stream.of(given.stream(), ofAll, own)
                .flatMap(Function.identity())
                .toList();
    }

    private HttpPoolCustomizer named(String name) {
        HttpPoolCustomizer known = named.get(name);
        if (known != null) {
            return known;
        }
        // Under no lock: the bean factory has its own.
        HttpPoolCustomizer found = beans.apply(name);
        named.put(name, found);
        return found;
    }
}
