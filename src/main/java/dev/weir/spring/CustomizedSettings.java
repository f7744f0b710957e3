package dev.weir.spring;

import dev.weir.config.InvalidPoolConfigException;
import dev.weir.config.PoolSettings;
import dev.weir.config.Violation;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.util.TimeValue;
import org.jspecify.annotations.Nullable;

/**
 * What customizers in the code of the application set. Properties beat it, and what disagrees is left out. Not thread-safe.
 */
final class CustomizedSettings {

    private static final String MAX_TOTAL = "maxTotal";
    private static final String MAX_PER_ROUTE = "maxPerRoute";

    private final Map<String, Consumer<PoolSettings<?>>> byKnob = new LinkedHashMap<>();
    private final List<String> notes = new ArrayList<>();
    private BootTimes times;

    /**
     * Creates the settings.
     *
     * @param choices what is set
     * @param before the timeouts that the customizers found
     */
    CustomizedSettings(ManagerChoices choices, BootTimes before) {
        this.times = CustomizedTimes.of(choices, before);
        notes.addAll(choices.lost());
        if (choices.asyncTls() != null && choices.tlsConfig() != null) {
            notes.add("setDefaultTlsConfig does not reach the way to TLS that setTlsStrategy sets");
        }
        put(MAX_TOTAL, positive(choices.maxTotal()), PoolSettings::maxTotal);
        put(MAX_PER_ROUTE, positive(choices.maxPerRoute()), PoolSettings::maxPerRoute);
        if (choices.connection() != null) {
            connection(choices.connection());
        }
        if (choices.tlsConfig() != null) {
            tls(choices.tlsConfig());
        }
        if (choices.socket() != null) {
            socket(choices.socket());
        }
    }

    private void connection(ConnectionConfig config) {
        put(
                "eviction.maxLifetime",
                positive(config.getTimeToLive()),
                (to, time) -> to.eviction(e -> e.maxLifetime(time)));
        put("eviction.idle", positive(config.getIdleTimeout()), (to, time) -> to.eviction(e -> e.idle(time)));
        put(
                "eviction.validateAfter",
                notNegative(config.getValidateAfterInactivity()),
                (to, time) -> to.eviction(e -> e.validateAfter(time)));
    }

    private void tls(TlsConfig config) {
        put("tls.handshake", positive(config.getHandshakeTimeout()), (to, time) -> to.tls(t -> t.handshake(time)));
    }

    private void socket(SocketConfig config) {
        put(
                "socketConfig",
                SocketConfig.copy(config)
                        .setSoTimeout(SocketConfig.DEFAULT.getSoTimeout())
                        .setSocksProxyAddress(null)
                        .build(),
                PoolSettings::socketConfig);
        if (config.getSocksProxyAddress() instanceof InetSocketAddress proxy) {
            put("proxy", "socks://" + host(proxy) + ":" + proxy.getPort(), PoolSettings::proxy);
        }
    }

    private static String host(InetSocketAddress address) {
        String host = address.getHostString();
        return host.indexOf(':') < 0 ? host : "[" + host + "]";
    }

    /** Tells a builder what does not contradict a plan, and returns the plan with the timeouts that do not. */
    PoolPlan apply(PoolPlan plan, PoolSettings<?> builder) {
        PoolPlan whole = plan.inCode(times);
        for (Optional<InvalidPoolConfigException> failure = failure(whole);
                failure.isPresent();
                failure = failure(whole)) {
            leaveOut(failure.get());
            whole = plan.inCode(times);
        }
        set(builder);
        return whole;
    }

    /** What could not be taken over, and why. */
    List<String> notes() {
        return List.copyOf(notes);
    }

    private Optional<InvalidPoolConfigException> failure(PoolPlan plan) {
        try {
            plan.check(this::set);
            return Optional.empty();
        } catch (InvalidPoolConfigException e) {
            return Optional.of(e);
        }
    }

    private void leaveOut(InvalidPoolConfigException failure) {
        for (Violation violation : failure.violations()) {
            for (String knob : violation.knobs()) {
                if (byKnob.remove(knob) != null) {
                    notes.add(violation.message());
                    clamp(knob, violation.values().get(MAX_TOTAL));
                    return;
                }
            }
        }
        if (times.connect() == null && times.read() == null) {
            throw failure;
        }
        times = new BootTimes(null, null);
        notes.add(failure.violations().get(0).message());
    }

    private void clamp(String knob, @Nullable String total) {
        if (knob.equals(MAX_PER_ROUTE) && total != null) {
            put(knob, Integer.valueOf(total), PoolSettings::maxPerRoute);
        }
    }

    private void set(PoolSettings<?> builder) {
        byKnob.values().forEach(setting -> setting.accept(builder));
    }

    private <T> void put(String knob, @Nullable T value, Setter<T> setter) {
        if (value != null) {
            byKnob.put(knob, builder -> setter.set(builder, value));
        }
    }

    private static @Nullable Integer positive(int value) {
        return value > 0 ? value : null;
    }

    private static @Nullable Duration positive(@Nullable TimeValue value) {
        return value != null && value.getDuration() > 0 ? value.toDuration() : null;
    }

    private static @Nullable Duration notNegative(@Nullable TimeValue value) {
        return value != null && value.getDuration() >= 0 ? value.toDuration() : null;
    }

    /** Tells a builder one value. */
    private interface Setter<T> {
        void set(PoolSettings<?> builder, T value);
    }
}
