package dev.weir.spring;

import dev.weir.config.InvalidPoolConfigException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.http.client.HttpClientSettings;
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

    /** Whether there is anything to check: most applications set nothing, and start without a look at each single property. */
    static boolean isNeeded(HttpClientSettings general, Environment environment) {
        boolean areBootsTimesComplete = general.connectTimeout() != null && general.readTimeout() != null;
        return areBootsTimesComplete || !new SetProperties(environment).areNone();
    }

    void run() {
        List<String> problems = new ArrayList<>(new PropertyChecks(plans.properties(), environment).problems());
        if (problems.isEmpty()) {
            TreeSet<String> names = new TreeSet<>(plans.properties().pools().keySet());
            names.add(HttpPools.DEFAULT);
            names.forEach(name -> problems.addAll(problems(name)));
        }
        if (!problems.isEmpty()) {
            throw new InvalidPropertiesException(problems.stream().distinct().toList());
        }
    }

    private List<String> problems(String pool) {
        try {
            if (plans.of(pool, settings.apply(pool)).check()) {
                LOG.warn(
                        "Pool '{}': spring.http.* sets a connect-timeout that is not shorter than the read-timeout."
                                + " A host that takes longer to reach than to answer is unreachable, and waiting hides it:"
                                + " set connect-timeout below read-timeout",
                        pool);
            }
            return List.of();
        } catch (InvalidPoolConfigException e) {
            return new ViolationText(pool, plans.properties(), new SetProperties(environment)).of(e);
        }
    }
}
