package dev.weir.internal.keepalive;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MaxRequestsLearnerTest {

    private final MaxRequestsLearner learner = new MaxRequestsLearner();

    private void ended(long... afterRequests) {
        for (long requests : afterRequests) {
            learner.answered(requests, true);
        }
    }

    private void wentOn(long requests) {
        if (learner.isTold(requests, false)) {
            learner.answered(requests, false);
        }
    }

    @Test
    void knowsNothingAtFirst() {
        ended(100, 100);

        assertThat(learner.maxRequests()).isEqualTo(MaxRequestsLearner.NONE);
    }

    @Test
    void threeConnectionsThatEndAfterAsManyRequestsSetTheLimit() {
        ended(100, 100, 100);

        assertThat(learner.maxRequests()).isEqualTo(100);
    }

    @Test
    void connectionsThatEndAfterOtherNumbersTeachNothing() {
        ended(1, 7, 1, 3, 1, 12, 7, 3);

        assertThat(learner.maxRequests()).isEqualTo(MaxRequestsLearner.NONE);
    }

    @Test
    void endsAtAnyNumberDoNotRefuteWhatWasLearned() {
        ended(100, 100, 100);

        ended(3, 37, 12, 99);

        assertThat(learner.maxRequests()).isEqualTo(100);
    }

    @Test
    void connectionThatGoesOnRefutesIt() {
        ended(100, 100, 100);
        wentOn(99);
        assertThat(learner.maxRequests()).isEqualTo(100);

        wentOn(100);

        assertThat(learner.maxRequests()).isEqualTo(MaxRequestsLearner.NONE);
    }

    @Test
    void errorsThatEndConnectionsAfterTheirFirstRequestTeachNothingWhileOthersGoOn() {
        for (int i = 0; i < 10; i++) {
            ended(1, 1);
            wentOn(1);
        }

        assertThat(learner.maxRequests()).isEqualTo(MaxRequestsLearner.NONE);
    }

    @Test
    void learnsAnotherNumberLater() {
        ended(100, 100, 100);

        ended(50, 50, 50);
        assertThat(learner.maxRequests()).isEqualTo(50);
        wentOn(50);
        ended(1_000, 1_000, 1_000);

        assertThat(learner.maxRequests()).isEqualTo(1_000);
    }

    @Test
    void answerBelowWhatIsKnownTellsNothing() {
        assertThat(learner.isTold(Long.MAX_VALUE - 1, false)).isFalse();
        ended(100, 100, 100);

        assertThat(learner.isTold(99, false)).isFalse();
        assertThat(learner.isTold(100, false)).isTrue();
        assertThat(learner.isTold(1, true)).isTrue();
    }
}
