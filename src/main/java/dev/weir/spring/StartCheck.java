package dev.weir.spring;

import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.config.InvalidPoolConfigException;
import dev.weir.config.PoolConfig;
import dev.weir.config.Violation;
import dev.weir.internal.client.Framework;
import dev.weir.internal.diagnosis.ConfigChecks;
import dev.weir.internal.diagnosis.SettingNames;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.core.env.Environment;

/** Checks the properties of all pools when the application starts, although the pools are built later. */
final class StartCheck {

    private static final Logger LOG = LoggerFactory.getLogger(HttpPools.class);

    private final WeirProperties properties;
    private final Environment environment;
    private final PropertyNames names;
    private final Function<String, PoolMapper> mappers;
    private final @Nullable SslBundles bundles;
    private final List<String> problems = new ArrayList<>();

    StartCheck(
            WeirProperties properties,
            Environment environment,
            PropertyNames names,
            Function<String, PoolMapper> mappers,
            @Nullable SslBundles bundles) {
        this.properties = properties;
        this.environment = environment;
        this.names = names;
        this.mappers = mappers;
        this.bundles = bundles;
    }

    /**
     * Runs the check.
     *
     * @param settings Boot's settings for the group of a name
     * @throws InvalidPropertiesException if anything is wrong; it names all of it
     */
    void run(Function<String, HttpClientSettings> settings) {
        Set<String> pools = new TreeSet<>(properties.pools().keySet());
        pools.add(HttpPools.DEFAULT);
        contradiction("weir.defaults", "spring.http.clients");
        for (String pool : pools) {
            contradiction(PropertyNames.of("weir.pools", pool), PropertyNames.of("spring.http.serviceclient", pool));
            targets(pool);
            bundles(pool);
            violations(pool, settings.apply(pool));
        }
        if (!problems.isEmpty()) {
            throw new InvalidPropertiesException(problems.stream().distinct().toList());
        }
    }

    /** Different values for the same thing on the same level. */
    private void contradiction(String ours, String boots) {
        for (String time : List.of("connect", "read")) {
            String our = ours + ".timeouts." + time;
            String boot = boots + "." + time + "-timeout";
            names.duration(our)
                    .ifPresent(one -> names.duration(boot)
                            .filter(other -> !other.equals(one))
                            .ifPresent(other -> problems.add("Two properties set the " + time
                                    + " timeout to different values:\n    " + PropertyNames.describe(environment, our)
                                    + "\n    "
                                    + PropertyNames.describe(environment, boot) + "\nRemove one of them.")));
        }
    }

    /** A host as the key binds to nothing, or to what is left of it. */
    private void targets(String pool) {
        for (String nickname : mappers.apply(pool).withoutTarget()) {
            boolean isOfAll = properties.defaults() != null
                    && properties.defaults().routes().containsKey(nickname);
            String routes = (isOfAll ? "weir.defaults" : PropertyNames.of("weir.pools", pool)) + ".routes.";
            problems.add(routes + nickname
                    + " has no target. The key of a route is a nickname of your choice, and the host is a value: "
                    + routes + "recs.target=https://recs:8443");
        }
    }

    private void bundles(String pool) {
        Set<String> known = bundles == null ? Set.of() : Set.copyOf(bundles.getBundleNames());
        mappers.apply(pool).bundles().forEach((key, name) -> {
            if (!known.contains(name)) {
                String own = PropertyNames.of("weir.pools", pool) + "." + key;
                String property = names.find(own).isPresent() ? own : "weir.defaults." + key;
                problems.add("There is no SSL bundle '" + name + "', which " + property + " names. Define it by"
                        + " spring.ssl.bundle.pem." + name + ".*"
                        + (known.isEmpty() ? "" : ", or use one of " + known) + "\n    "
                        + PropertyNames.describe(environment, property));
            }
        });
    }

    private void violations(String pool, HttpClientSettings settings) {
        HttpPoolBuilder builder = HttpPool.builder(HttpPools.DEFAULT);
        PoolMapper mapper = mappers.apply(pool);
        mapper.apply(builder, new Framework(setting -> names.property(pool, setting)), settings, bundle -> noKeys());
        try {
            warn(pool, mapper.isAsync() ? builder.asyncConfig() : builder.config());
        } catch (InvalidPoolConfigException e) {
            e.violations().stream().map(this::text).forEach(problems::add);
        }
    }

    /** Only Boot's values can break the order here: with a value of ours in it the application would not start. */
    private void warn(String pool, PoolConfig config) {
        if (!config.timeouts().isUnordered()) {
            ConfigChecks.order(config, new SettingNames(setting -> names.property(pool, setting)))
                    .ifPresent(finding -> LOG.warn("Pool '{}': {} {}", pool, finding.what(), finding.evidence()));
        }
    }

    /** A violation, which names properties, and where they are set. */
    private String text(Violation violation) {
        StringBuilder places = new StringBuilder();
        for (String name : violation.values().keySet()) {
            names.find(name).ifPresent(property -> places.append("\n    ").append(PropertyNames.describe(property)));
        }
        return violation.message() + places;
    }

    /** Stands for a context where only settings are looked at, and no keys are to be read. */
    private static SSLContext noKeys() {
        try {
            return SSLContext.getInstance("TLS");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Each JDK has TLS", e);
        }
    }
}
