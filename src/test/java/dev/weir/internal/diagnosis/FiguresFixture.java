package dev.weir.internal.diagnosis;

import dev.weir.config.PoolConfig;
import dev.weir.event.CloseCause;
import dev.weir.event.DialOutcome;
import dev.weir.event.LeaseOutcome;
import dev.weir.event.RouteSnapshot;
import dev.weir.failure.Verdict;
import dev.weir.internal.event.RouteFixture;
import dev.weir.internal.traffic.Times;
import dev.weir.internal.traffic.Traffic;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The figures of a route in good health, to be made worse by a test. */
final class FiguresFixture {

    private final String target;
    private final Map<LeaseOutcome, Long> leases = new EnumMap<>(Map.of(LeaseOutcome.REUSED, 1_990L));
    private final Map<CloseCause, Long> closed = new EnumMap<>(Map.of(CloseCause.MAX_LIFETIME, 4L));
    private final Map<DialOutcome, Long> dials = new EnumMap<>(Map.of(DialOutcome.CONNECTED, 10L));
    private UnaryOperator<PoolConfig.Builder> settings = UnaryOperator.identity();
    private Duration span = Duration.ofMinutes(10);
    private Times held = times(2_000, Duration.ofMillis(30));
    private Times waited = Times.NONE;
    private long usedOnce;
    private long uses = 800;
    private int peak = 5;
    private long readTimeouts;
    private int sharing = 1;
    private RouteFigures.Leaks leaks = RouteFigures.Leaks.NONE;
    private Optional<Duration> learned = Optional.empty();
    private SettingNames names = SettingNames.PLAIN;
    private Exhaustion.@Nullable Reasoned refusal;

    FiguresFixture(String target) {
        this.target = target;
        leases.put(LeaseOutcome.DIALED, 10L);
    }

    static FiguresFixture healthy() {
        return new FiguresFixture("http://recs:80");
    }

    static Times times(int count, Duration each) {
        return Times.of(Stream.generate(() -> each).limit(count).toArray(Duration[]::new));
    }

    FiguresFixture leases(LeaseOutcome outcome, long count) {
        leases.put(outcome, count);
        return this;
    }

    FiguresFixture closed(CloseCause cause, long count) {
        closed.put(cause, count);
        return this;
    }

    FiguresFixture dials(DialOutcome outcome, long count) {
        dials.put(outcome, count);
        return this;
    }

    FiguresFixture settings(UnaryOperator<PoolConfig.Builder> change) {
        settings = change;
        return this;
    }

    FiguresFixture span(Duration time) {
        span = time;
        return this;
    }

    FiguresFixture held(Times times) {
        held = times;
        return this;
    }

    FiguresFixture waited(Times times) {
        waited = times;
        return this;
    }

    FiguresFixture uses(long once, long all) {
        usedOnce = once;
        uses = all;
        return this;
    }

    FiguresFixture peak(int inUse) {
        peak = inUse;
        return this;
    }

    FiguresFixture exchangesPerConnection(int exchanges) {
        sharing = exchanges;
        return this;
    }

    FiguresFixture readTimeouts(long count) {
        readTimeouts = count;
        return this;
    }

    FiguresFixture leaks(int count) {
        return leaks(new RouteFigures.Leaks(count, 0, "shop.Orders.load(Orders.java:42)"));
    }

    FiguresFixture leaks(RouteFigures.Leaks figures) {
        leaks = figures;
        return this;
    }

    FiguresFixture refused(Verdict verdict, String why, String advice) {
        refusal = new Exhaustion.Reasoned(verdict, why, advice);
        return this;
    }

    FiguresFixture learned(Duration time) {
        learned = Optional.of(time);
        return this;
    }

    FiguresFixture names(UnaryOperator<String> how) {
        names = new SettingNames(how);
        return this;
    }

    PoolConfig config() {
        return settings.apply(PoolConfig.builder("shop")).build();
    }

    RouteFigures route() {
        PoolConfig config = config();
        RouteSnapshot now = RouteFixture.of(target)
                .limit(config.effective(target).maxConnections())
                .learned(learned)
                .snapshot();
        long cut = closed.getOrDefault(CloseCause.TOTAL_TIMEOUT, 0L);
        return new RouteFigures(
                now,
                config.effective(target),
                config.effective(target).proxy(),
                new Traffic(
                        span, leases, closed, usedOnce, uses, dials, held, waited, Times.NONE, peak, readTimeouts, cut),
                sharing,
                leaks,
                refusal,
                names);
    }

    PoolFigures pool(FiguresFixture... others) {
        List<RouteFigures> routes = Stream.concat(Stream.of(this), Stream.of(others))
                .map(FiguresFixture::route)
                .toList();
        return new PoolFigures(config(), config().maxTotal(), routes, names);
    }
}
