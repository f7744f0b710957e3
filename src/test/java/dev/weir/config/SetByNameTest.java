package dev.weir.config;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SetByNameTest {

    private final PoolConfig.Builder builder = PoolConfig.builder("shop");

    @Test
    void isTheSameAsTheMethodOfThatName() {
        PoolConfig byName = builder.set("maxTotal", 50)
                .set("timeouts.read", ofMillis(300))
                .set("retry.onStatus", Set.of(503))
                .set("tls.protocols", List.of("TLSv1.3"))
                .set("reuse", ReusePolicy.SAFE)
                .route("https://recs", r -> r.set("maxConnections", 5).set("eviction.idle", ofSeconds(9)))
                .build();

        assertThat(byName)
                .isEqualTo(PoolConfig.builder("shop")
                        .maxTotal(50)
                        .timeouts(t -> t.read(ofMillis(300)))
                        .retry(r -> r.onStatus(503))
                        .tls(t -> t.protocols("TLSv1.3"))
                        .reuse(ReusePolicy.SAFE)
                        .route("https://recs", r -> r.maxConnections(5).eviction(e -> e.idle(ofSeconds(9))))
                        .build());
    }

    @Test
    void takesEveryKnobThatIsShownWithItsOwnName() {
        List<Setting> settings = builder.build().effective().settings();

        assertThat(settings)
                .hasSizeGreaterThan(50)
                .allSatisfy(setting -> assertThatIllegalArgumentException()
                        .isThrownBy(() -> builder.set(setting.name(), new Object()))
                        .withMessageStartingWith(setting.name() + " takes a "));
    }

    @Test
    void replacesAnAdoptedTime() {
        PoolConfig adopted = builder.timeouts(t -> t.adoptConnect(ofSeconds(1))).build();

        assertThat(adopted.toBuilder().set("timeouts.connect", ofSeconds(1)).build())
                .isEqualTo(PoolConfig.builder("shop")
                        .timeouts(t -> t.connect(ofSeconds(1)))
                        .build());
    }

    @Test
    void refusesAValueOfAnotherType() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.set("timeouts.read", "300ms"))
                .withMessage("timeouts.read takes a Duration, but was java.lang.String");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.set("retry.onStatus", Set.of("503")))
                .withMessageStartingWith("retry.onStatus takes a Set<Integer>, but was ");
    }

    @Test
    void refusesNamesThatAreNone() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.set("timeouts.raed", ofSeconds(1)))
                .withMessage("there is no knob timeouts.raed; did you mean timeouts.read?");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.route("https://recs", r -> r.set("maxTotal", 5)))
                .withMessage("maxTotal is a knob of the pool, which no rule for a route can set");
    }

    @Test
    @SuppressWarnings({"NullAway", "DataFlowIssue"})
    void refusesNullAndNamesTheKnob() {
        assertThatNullPointerException()
                .isThrownBy(() -> builder.set("maxTotal", null))
                .withMessage("maxTotal must not be null");
    }
}
