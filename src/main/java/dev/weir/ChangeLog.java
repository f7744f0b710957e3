package dev.weir;

import dev.weir.config.PoolConfig;
import dev.weir.config.RouteConfig;
import dev.weir.config.RouteConfig.Setting;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the log what of a running pool was changed, from what to what. */
final class ChangeLog {

    private static final Logger LOG = LoggerFactory.getLogger("dev.weir.config");

    private ChangeLog() {}

    static void log(PoolConfig before, PoolConfig after) {
        List<String> changes = changes(before, after);
        if (!changes.isEmpty()) {
            LOG.info("Pool '{}' was changed: {}", after.name(), String.join(", ", changes));
        }
    }

    /** Returns a clause such as {@code maxTotal 100 -> 50} for each setting that differs. Pure. */
    static List<String> changes(PoolConfig before, PoolConfig after) {
        List<String> changes = new ArrayList<>(changes(before.effective(), after.effective(), ""));
        for (String target : targets(before, after)) {
            changes.addAll(changes(rule(before, target), rule(after, target), "route[" + target + "]."));
        }
        return changes;
    }

    private static Set<String> targets(PoolConfig before, PoolConfig after) {
        Set<String> targets = new LinkedHashSet<>();
        Stream.of(before, after).flatMap(config -> config.routes().stream()).forEach(targets::add);
        return targets;
    }

    private static RouteConfig rule(PoolConfig config, String target) {
        // Of a pattern, any origin that it matches shows what its rule says.
        return config.effective(target.replace("*", "any"));
    }

    private static List<String> changes(RouteConfig before, RouteConfig after, String prefix) {
        List<String> changes = new ArrayList<>();
        List<Setting> old = before.settings();
        List<Setting> now = after.settings();
        for (int i = 0; i < now.size(); i++) {
            boolean isShown = prefix.isEmpty() || isOfRule(old.get(i)) || isOfRule(now.get(i));
            if (isShown && !now.get(i).value().equals(old.get(i).value())) {
                changes.add(prefix + now.get(i).name() + " " + old.get(i).value() + " -> "
                        + now.get(i).value());
            }
        }
        return changes;
    }

    /** Settings that a route has from its pool are reported for the pool. */
    private static boolean isOfRule(Setting setting) {
        return setting.origin().startsWith("route ");
    }
}
