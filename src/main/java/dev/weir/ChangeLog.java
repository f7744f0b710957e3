package dev.weir;

import dev.weir.config.PoolConfig;
import dev.weir.config.RouteConfig.Setting;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the log what of a running pool was changed, from what to what. */
final class ChangeLog {

    private static final Logger LOG = LoggerFactory.getLogger("dev.weir.config");
    private static final String POOL = "";

    private ChangeLog() {}

    static void log(PoolConfig before, PoolConfig after) {
        List<String> changes = changes(before, after);
        if (!changes.isEmpty()) {
            LOG.info("Pool '{}' was changed: {}", after.name(), String.join(", ", changes));
        }
    }

    /** Returns a clause such as {@code maxTotal 100 -> 50} for each setting that differs. Pure. */
    static List<String> changes(PoolConfig before, PoolConfig after) {
        Set<String> targets = new LinkedHashSet<>(List.of(POOL));
        targets.addAll(before.routes());
        targets.addAll(after.routes());
        List<String> changes = new ArrayList<>();
        for (String target : targets) {
            List<Setting> old = settings(before, target);
            List<Setting> now = settings(after, target);
            String prefix = target.equals(POOL) ? "" : "route[" + target + "].";
            for (int i = 0; i < now.size(); i++) {
                boolean isShown = target.equals(POOL) || isOfRule(old.get(i)) || isOfRule(now.get(i));
                String value = now.get(i).value();
                if (isShown && !value.equals(old.get(i).value())) {
                    changes.add(prefix + now.get(i).name() + " " + old.get(i).value() + " -> " + value);
                }
            }
        }
        return changes;
    }

    private static List<Setting> settings(PoolConfig config, String target) {
        // Of a pattern, any origin that it matches shows what its rule says.
        return (target.equals(POOL) ? config.effective() : config.effective(target.replace("*", "any"))).settings();
    }

    /** Settings that a route has from its pool are reported for the pool. */
    private static boolean isOfRule(Setting setting) {
        return setting.origin().startsWith("route ");
    }
}
