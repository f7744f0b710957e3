package dev.weir.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.event.KeepAliveLearned;
import dev.weir.event.MaxRequestsLearned;
import dev.weir.event.PoolListener;
import dev.weir.internal.keepalive.KeepAliveLearner;
import dev.weir.internal.keepalive.MaxRequestsLearner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LearnedLimitsTest {

    private final List<String> told = new ArrayList<>();
    private final LearnedLimits learned =
            new LearnedLimits("http://upstream.test:80", new PoolEvents("test", List.of(new PoolListener() {
                @Override
                public void keepAliveLearned(KeepAliveLearned event) {
                    told.add(event.route() + " " + event.idle());
                }

                @Override
                public void maxRequestsLearned(MaxRequestsLearned event) {
                    told.add(event.route() + " " + event.requests());
                }
            })));

    @Test
    void areNoneAtFirst() {
        assertThat(learned.areAny()).isFalse();
        assertThat(learned.keepAlive.isUndecided()).isFalse();
        assertThat(learned.keepAlive.limitNanos()).isEqualTo(KeepAliveLearner.NONE);
        assertThat(learned.maxRequests.maxRequests()).isEqualTo(MaxRequestsLearner.NONE);
    }

    @Test
    void tellTheListenersOfTheFirstLimitOfRequestsAlone() {
        assertThat(learned.learnFrom(100, true)).isFalse();
        assertThat(learned.learnFrom(100, true)).isFalse();
        assertThat(learned.learnFrom(100, true)).isTrue();
        assertThat(learned.learnFrom(100, true)).isFalse();

        assertThat(learned.areAny()).isTrue();
        assertThat(learned.maxRequests.maxRequests()).isEqualTo(100);
        assertThat(told).containsExactly("http://upstream.test:80 OptionalLong[100]");
    }

    @Test
    void forgetALimitThatAConnectionOutlives() {
        for (int i = 0; i < 3; i++) {
            learned.learnFrom(100, true);
        }

        assertThat(learned.learnFrom(100, false)).isTrue();

        assertThat(learned.areAny()).isFalse();
    }

    @Test
    void tellTheListenersOfAnIdleTime() {
        learned.keepAliveLearned(Duration.ofSeconds(4).toNanos());

        assertThat(told).containsExactly("http://upstream.test:80 PT4S");
    }
}
