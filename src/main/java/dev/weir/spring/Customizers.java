package dev.weir.spring;

import dev.weir.event.RequestListener;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;

/** Knows which beans customize a pool: those for all, and then the one that its properties name. Thread-safe. */
final class Customizers {

    private final List<HttpPoolCustomizer> ofAll;
    private final Map<String, HttpPoolCustomizer> named;
    private final FirstLookup<Plans> plans;

    private Customizers(
            List<HttpPoolCustomizer> ofAll, Map<String, HttpPoolCustomizer> named, FirstLookup<Plans> plans) {
        this.ofAll = ofAll;
        this.named = named;
        this.plans = plans;
    }

    static Customizers of(ListableBeanFactory beans, ObjectProvider<HttpPoolCustomizer> all, FirstLookup<Plans> plans) {
        Set<String> names = plans.get().customizers();
        Map<String, HttpPoolCustomizer> named = names.stream()
                .collect(Collectors.toMap(name -> name, name -> beans.getBean(name, HttpPoolCustomizer.class)));
        List<HttpPoolCustomizer> ofAll =
                all.orderedStream().filter(each -> !named.containsValue(each)).toList();
        return new Customizers(
                Stream.concat(Stream.of(listening(beans)), ofAll.stream()).toList(), named, plans);
    }

    private static HttpPoolCustomizer listening(ListableBeanFactory beans) {
        List<RequestListener> listeners =
                beans.getBeanProvider(RequestListener.class).orderedStream().toList();
        return (pool, builder) -> listeners.forEach(builder::requestListener);
    }

    List<HttpPoolCustomizer> of(String pool) {
        Stream<HttpPoolCustomizer> own = plans.get().customizer(pool).map(named::get).stream();
        return Stream.concat(ofAll.stream(), own).toList();
    }
}
