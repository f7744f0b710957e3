package dev.weir.spring.actuate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.weir.config.PoolConfig;
import org.junit.jupiter.api.Test;

class NewLimitsTest {

    private final PoolConfig config = PoolConfig.builder("shop").build();

    @Test
    void changesWhatIsNamedAndNothingElse() {
        PoolConfig changed = new NewLimits("50", "30", null, null).change().in(config);

        assertThat(changed.maxTotal()).isEqualTo(50);
        assertThat(changed.maxPerRoute()).isEqualTo(30);
        assertThat(changed.maxPending()).isEqualTo(config.maxPending());
    }

    @Test
    void changesTheLimitOfARoute() {
        PoolConfig changed =
                new NewLimits(null, null, "https://stock:8443", "3").change().in(config);

        assertThat(changed.effective("https://stock:8443").maxConnections()).isEqualTo(3);
    }

    @Test
    void refusesWhatIsNoNumber() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new NewLimits("a", null, null, null).change().in(config))
                .withMessageContaining("maxTotal must be a whole number, such as 50, but was a");
    }

    @Test
    void refusesToChangeNothing() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new NewLimits(null, null, null, null).change())
                .withMessage("limit must name what it changes, but names nothing: give maxTotal, maxPerRoute,"
                        + " or route and maxConnections, such as {\"maxTotal\": 50}");
    }

    @Test
    void refusesHalfOfARoute() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new NewLimits(null, null, "https://stock:8443", null).change())
                .withMessage("route and maxConnections must be given together, but maxConnections is missing: such as"
                        + " {\"route\": \"https://recs:8443\", \"maxConnections\": 10}");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new NewLimits(null, null, null, "3").change())
                .withMessageContaining("but route is missing");
    }
}
