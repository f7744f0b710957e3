package dev.weir.internal.diagnosis;

import dev.weir.config.PoolConfig;
import dev.weir.config.RouteConfig;
import dev.weir.config.RouteRule;
import dev.weir.config.Setting;
import java.util.List;
import java.util.stream.Stream;

/**
 * Finds where an explicit time makes the pool assume that servers keep idle connections for longer than is usual. That is
 * only assumed of the servers, and connections that these close first fail requests. Pure.
 */
public final class AssumedServers {

    private static final String SERVER_IDLE = "keepAlive.serverIdle";
    private static final String RAISED = "default, raised to fit ";

    private AssumedServers() {}

    /**
     * Looks for such times.
     *
     * @param config the configuration of the pool
     * @param names how its settings are called
     * @return a warning for each; the same one of several rules once
     */
    public static List<String> find(PoolConfig config, SettingNames names) {
        Stream<RouteConfig> routes = config.routes().stream()
                .map(RouteRule::target)
                // Of a pattern, any origin that it matches shows what its rule says.
                .map(target -> config.effective(target.replace("*", "any")));
        return Stream.concat(Stream.of(config.effective()), routes)
                .map(each -> each.setting(SERVER_IDLE))
                .filter(setting -> setting.origin().startsWith(RAISED))
                .map(setting -> warning(setting, names))
                .distinct()
                .toList();
    }

    private static String warning(Setting serverIdle, SettingNames names) {
        String cause = serverIdle.origin().substring(RAISED.length());
        return cause + " assumes that servers keep idle connections for " + serverIdle.value() + ": set "
                + names.of(SERVER_IDLE) + " to what they do, or requests meet connections that the server has closed";
    }
}
