package dev.weir.internal.diagnosis;

import dev.weir.config.PoolConfig;
import dev.weir.config.RouteConfig;
import dev.weir.config.RouteRule;
import dev.weir.config.Setting;
import java.util.List;
import java.util.stream.Stream;

/**
 * Finds explicit times that make the pool assume that servers keep idle connections for longer than usual. If the assumption
 * is wrong, servers close the connections first, and requests fail. Pure.
 */
public final class AssumedServers {

    private static final String SERVER_IDLE = "keepAlive.serverIdle";
    private static final String RAISED = "default, raised to fit ";

    private AssumedServers() {}

    /**
     * Looks for such times.
     *
     * @param config the configuration of the pool
     * @param names the names of its settings
     * @return a warning for each; equal warnings of several rules once
     */
    public static List<String> find(PoolConfig config, SettingNames names) {
        Stream<RouteConfig> routes = config.routes().stream()
                .map(RouteRule::target)
                // For a pattern, any matching origin shows what its rule says.
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
