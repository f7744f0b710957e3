package dev.weir.spring;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.core.env.Environment;

/** Finds what is wrong with the properties as they are written, before any of them is put to use. */
final class PropertyChecks {

    private static final Pattern NUMBER = Pattern.compile("[+-]?\\d+");
    private static final Set<String> TIMES = PropertyNames.times();

    private static final Pattern PLAIN = Pattern.compile("[\\w-]+");

    private final WeirProperties properties;
    private final SetProperties set;
    private final Environment environment;
    private final Binder binder;

    PropertyChecks(WeirProperties properties, Environment environment) {
        this.properties = properties;
        this.set = new SetProperties(environment);
        this.environment = environment;
        this.binder = Binder.get(environment);
    }

    List<String> problems() {
        return Stream.of(sameNames(), withoutUnit(), contradictions(), halfCredentials(), otherClient())
                .flatMap(List::stream)
                .toList();
    }

    private List<String> sameNames() {
        List<String> problems = new ArrayList<>();
        Map<String, String> known = new HashMap<>();
        properties.pools().keySet().stream().sorted().forEach(name -> {
            String other = known.putIfAbsent(PoolNames.canonical(name), name);
            if (other != null) {
                problems.add("weir.pools." + other + " and weir.pools." + name
                        + " differ only in dashes, underscores or case"
                        + ". An environment variable cannot tell them apart, and may have made a second"
                        + " pool of one: name pools like " + PoolNames.canonical(name)
                        + ", with letters and digits only.");
            }
        });
        return problems;
    }

    private List<String> withoutUnit() {
        return set.names()
                .filter(PropertyChecks::isDuration)
                .flatMap(name -> set.find(name).stream().flatMap(property -> withoutUnit(name, property).stream()))
                .toList();
    }

    /** Whether the value of a property such as {@code timeouts.read} is a time. */
    static boolean isTime(String property) {
        return isDuration(ConfigurationPropertyName.of(property));
    }

    private static boolean isDuration(ConfigurationPropertyName name) {
        String last = last(name, 1);
        return TIMES.contains(last) || TIMES.contains(last(name, 2) + "." + last);
    }

    private static String last(ConfigurationPropertyName name, int back) {
        int elements = name.getNumberOfElements();
        return back > elements ? "" : name.getElement(elements - back, Form.UNIFORM);
    }

    private Optional<String> withoutUnit(ConfigurationPropertyName name, ConfigurationProperty property) {
        String value = environment
                .resolvePlaceholders(String.valueOf(property.getValue()))
                .strip();
        if (!NUMBER.matcher(value).matches() || value.equals("0")) {
            return Optional.empty();
        }
        return Optional.of(SetProperties.describe(name.toString(), property) + " has no unit. Write " + value + "ms or "
                + value + "s.");
    }

    /** The routes that concern no request, for lack of a target. What they set is left out of the pool. */
    List<String> withoutTarget() {
        Set<String> general = targeted(properties.defaults());
        Stream<String> ofDefaults = routesWithout(properties.defaults(), general, "weir.defaults");
        Stream<String> ofPools = properties.pools().entrySet().stream()
                .flatMap(
                        pool -> routesWithout(pool.getValue(), general, PropertyNames.of("weir.pools", pool.getKey())));
        return Stream.concat(ofDefaults, ofPools).sorted().toList();
    }

    private static Set<String> targeted(PoolProperties layer) {
        return layer.routes().entrySet().stream()
                .filter(route -> route.getValue().target() != null)
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    private Stream<String> routesWithout(PoolProperties layer, Set<String> general, String prefix) {
        Set<String> known = targeted(layer);
        return layer.routes().keySet().stream()
                .filter(nickname -> !known.contains(nickname) && !general.contains(nickname))
                .map(nickname -> withoutTarget(prefix + ".routes.", nickname)
                        + places(PropertyNames.of(prefix + ".routes", nickname)));
    }

    /** A host that was meant as the key may be a target, or what is left of one, and can be no nickname. */
    private static String withoutTarget(String routes, String nickname) {
        String example = routes + (PLAIN.matcher(nickname).matches() ? nickname : "recs");
        return routes + nickname
                + " has no target. The key of a route is a nickname of your choice, and the host is a value: " + example
                + ".target=https://recs:8443";
    }

    private String places(String route) {
        ConfigurationPropertyName prefix = ConfigurationPropertyName.adapt(route, '.');
        return set.names()
                .filter(prefix::isAncestorOf)
                .flatMap(name -> set.find(name).stream()
                        .map(property -> "\n    " + SetProperties.describe(name.toString(), property)))
                .collect(Collectors.joining());
    }

    private List<String> contradictions() {
        List<String> problems = new ArrayList<>();
        contradiction("weir.defaults", "spring.http.clients").forEach(problems::add);
        properties.pools().keySet().stream()
                .sorted()
                .flatMap(pool -> contradiction(
                        PropertyNames.of("weir.pools", pool), PropertyNames.of("spring.http.serviceclient", pool)))
                .forEach(problems::add);
        return problems;
    }

    private Stream<String> contradiction(String ours, String boots) {
        return Stream.of("connect", "read")
                .flatMap(time ->
                        contradiction(time, ours + ".timeouts." + time, boots + "." + time + "-timeout").stream());
    }

    private Optional<String> contradiction(String time, String ours, String boots) {
        Optional<Duration> one = duration(ours);
        Optional<Duration> other = duration(boots);
        if (one.isEmpty() || other.isEmpty() || one.equals(other)) {
            return Optional.empty();
        }
        return Optional.of("Two properties set the " + time + " timeout to different values:\n    " + described(ours)
                + "\n    " + described(boots) + "\nRemove one of them.");
    }

    private Optional<Duration> duration(String name) {
        return Optional.ofNullable(binder.bind(ConfigurationPropertyName.adapt(name, '.'), Bindable.of(Duration.class))
                .orElse(null));
    }

    private String described(String name) {
        return set.find(name)
                .map(property -> SetProperties.describe(name, property))
                .orElse(name);
    }

    private List<String> halfCredentials() {
        return Stream.concat(Stream.of(HttpPools.DEFAULT), properties.pools().keySet().stream())
                .distinct()
                .sorted()
                .map(pool -> PropertyNames.of("weir.pools", pool))
                .flatMap(pool ->
                        halfCredentials(pool, "username", "password")
                                .or(() -> halfCredentials(pool, "password", "username"))
                                .stream())
                .distinct()
                .toList();
    }

    private Optional<String> halfCredentials(String pool, String present, String missing) {
        Optional<String> found = credential(pool, present);
        return found.isEmpty() || credential(pool, missing).isPresent()
                ? Optional.empty()
                : found.map(name -> described(name) + " has no " + missing + " beside it: set "
                        + name.substring(0, name.lastIndexOf('.') + 1) + missing + " as well.");
    }

    private Optional<String> credential(String pool, String part) {
        return Stream.of(pool, "weir.defaults")
                .map(prefix -> prefix + ".proxy-credentials." + part)
                .filter(name -> set.find(name).isPresent())
                .findFirst();
    }

    private List<String> otherClient() {
        String name = OnHttpComponents.FACTORY;
        if (properties.pools().isEmpty() || !OnHttpComponents.isOther(binder, name)) {
            return List.of();
        }
        return List.of(described(name) + " puts blocking clients on another library than Apache HttpClient, so that"
                + " weir.pools.* would have no effect on them. Remove it, or set it to http-components.");
    }
}
