package dev.weir.spring;

import dev.weir.config.InvalidPoolConfigException;
import dev.weir.config.PoolConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.core.env.Environment;

/** Checks the properties of all pools when the application starts, although the pools are built later. */
final class StartCheck {

    private static final Logger LOG = LoggerFactory.getLogger(HttpPools.class);

    private final Plans plans;
    private final Function<String, HttpClientSettings> settings;
    private final Environment environment;

    /**
     * Creates the check.
     *
     * @param plans what is planned for the pools
     * @param settings Boot's settings for the group of a name
     * @param environment the properties
     */
    StartCheck(Plans plans, Function<String, HttpClientSettings> settings, Environment environment) {
        this.plans = plans;
        this.settings = settings;
        this.environment = environment;
    }

    /**
     * Whether there is anything to check: most applications set nothing, and start without a look at each single property.
     */
    static boolean isNeeded(HttpClientSettings general, Environment environment) {
        boolean hasBootsTimes = general.connectTimeout() != null || general.readTimeout() != null;
        return hasBootsTimes || !new SetProperties(environment).areNone();
    }

    void run(@Nullable SslBundles bundles, ListableBeanFactory beans) {
        SetProperties set = new SetProperties(environment);
        PropertyChecks checks = new PropertyChecks(plans.properties(), environment);
        List<String> problems = new ArrayList<>(checks.problems());
        problems.addAll(new BundleChecks(set, bundles).problems());
        problems.addAll(new CustomizerChecks(set, beans).problems());
        if (problems.isEmpty()) {
            TreeSet<String> names = new TreeSet<>(plans.properties().pools().keySet());
            names.add(HttpPools.DEFAULT);
            names.forEach(name -> problems.addAll(problems(name)));
        }
        problems.addAll(checks.withoutTarget());
        if (!problems.isEmpty()) {
            throw new InvalidPropertiesException(problems.stream().distinct().toList());
        }
    }

    private List<String> problems(String pool) {
        try {
            warn(pool, plans.of(pool, settings.apply(pool)).check());
            return List.of();
        } catch (InvalidPoolConfigException e) {
            return new ViolationText(pool, plans.properties(), new SetProperties(environment)).of(e);
        }
    }

    /** Only Boot's values can break the order here: with a value of ours in it the application would not start. */
    private void warn(String pool, PoolConfig config) {
        SettingProperties names = new SettingProperties(pool, plans.properties(), new SetProperties(environment));
        List<String> pairs = BrokenOrder.of(config, names);
        if (!pairs.isEmpty()) {
            LOG.warn(
                    "Pool '{}': {}. Other timeouts do not adapt to those of spring.http.*, and in this order the wrong one"
                            + " may report a failure: set the first of each pair below the second",
                    pool,
                    String.join("; ", pairs));
        }
    }
}
