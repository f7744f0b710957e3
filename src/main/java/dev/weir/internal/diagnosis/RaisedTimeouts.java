package dev.weir.internal.diagnosis;

import dev.weir.config.PoolConfig;
import dev.weir.config.RouteConfig;
import dev.weir.config.RouteRule;
import dev.weir.config.Setting;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Finds timeouts that explicit times raise: {@code effective()} shows it, too. Pure. */
public final class RaisedTimeouts {

    private static final List<String> TIMEOUTS = List.of("timeouts.connect", "timeouts.read", "timeouts.total");
    private static final String RAISED = "default, raised to fit ";

    private RaisedTimeouts() {}

    /**
     * Looks for such timeouts.
     *
     * @param config the configuration of the pool
     * @param names the names of its settings
     * @return a sentence for each time that raises others; equal sentences of several rules once
     */
    public static List<String> find(PoolConfig config, SettingNames names) {
        Stream<RouteConfig> routes = config.routes().stream()
                .map(RouteRule::target)
                // For a pattern, any matching origin shows what its rule says.
                .map(target -> config.effective(target.replace("*", "any")));
        return Stream.concat(Stream.of(config.effective()), routes)
                .flatMap(each -> find(each, names))
                .distinct()
                .toList();
    }

    private static Stream<String> find(RouteConfig config, SettingNames names) {
        Map<String, List<String>> raised = new LinkedHashMap<>();
        for (String name : TIMEOUTS) {
            Setting setting = config.setting(name);
            if (setting.origin().startsWith(RAISED)) {
                raised.computeIfAbsent(setting.origin().substring(RAISED.length()), cause -> new ArrayList<>())
                        .add(names.of(name) + " to " + setting.value());
            }
        }
        return raised.entrySet().stream().map(each -> each.getKey() + " raises " + String.join(", ", each.getValue()));
    }
}
