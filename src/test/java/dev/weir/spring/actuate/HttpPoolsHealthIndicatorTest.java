package dev.weir.spring.actuate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.MAP;

import dev.weir.HttpPool;
import dev.weir.ManagedPool;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

class HttpPoolsHealthIndicatorTest {

    private final List<ManagedPool> pools = new ArrayList<>();
    private final HttpPoolsHealthIndicator indicator = new HttpPoolsHealthIndicator(() -> pools);

    @AfterEach
    void close() {
        pools.forEach(ManagedPool::close);
    }

    private void build(int count) {
        for (int i = 0; i < count; i++) {
            pools.add(HttpPool.builder("pool" + (10 + i)).build());
        }
    }

    @Test
    void tellsThatThereIsNoPoolYet() {
        Health health = indicator.health();

        assertThat(health.getStatus()).isEqualTo(Status.UP);
        assertThat(health.getDetails()).hasToString("{pools={}, morePools=0}");
    }

    @Test
    void showsAllOfFiftyPools() {
        build(50);

        Health health = indicator.health();

        assertThat(health.getDetails()).containsEntry("morePools", 0);
        assertThat(health.getDetails().get("pools")).asInstanceOf(MAP).hasSize(50);
    }

    @Test
    void showsFiftyPoolsAndCountsTheRest() {
        build(53);

        Health health = indicator.health();

        assertThat(health.getDetails()).containsEntry("morePools", 3);
        assertThat(health.getDetails().get("pools"))
                .asInstanceOf(MAP)
                .hasSize(50)
                .containsKeys("pool10", "pool59")
                .doesNotContainKey("pool60");
    }

    @Test
    void leavesOutNoneThatIsInTrouble() {
        build(53);
        pools.get(52).close();

        Health health = indicator.health();

        assertThat(health.getDetails().get("pools"))
                .asInstanceOf(MAP)
                .containsKeys("pool62", "pool10")
                .doesNotContainKey("pool59");
    }

    @Test
    void staysUpAndTellsThatAPoolIsNoLongerOpen() {
        build(1);
        pools.get(0).close();

        Health health = indicator.health();

        assertThat(health.getStatus()).isEqualTo(Status.UP);
        assertThat(health.getDetails().get("pools"))
                .hasToString("{pool10={open=false, limit=100, leased=0, idle=0, dialing=0, pending=0, findings=[],"
                        + " moreFindings=0}}");
    }

    @Test
    void looksAtNoPoolForTheStatusAlone() {
        HttpPoolsHealthIndicator careless = new HttpPoolsHealthIndicator(() -> {
            throw new AssertionError("nobody wants to see the pools");
        });

        assertThat(careless.health(false)).isEqualTo(Health.up().build());
    }
}
