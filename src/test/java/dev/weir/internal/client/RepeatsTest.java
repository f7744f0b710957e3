package dev.weir.internal.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.internal.call.StaleReuse;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.junit.jupiter.api.Test;

class RepeatsTest {

    private final HttpClientContext context = HttpClientContext.create();

    @Test
    void areNoneForACallThatWentWell() {
        assertThat(Repeats.isReplayed(context)).isFalse();
        assertThat(Repeats.takeWish(context)).isFalse();
        assertThat(Repeats.takeUnanswered(context)).isFalse();
        assertThat(Repeats.retries(context)).isZero();
    }

    @Test
    void grantAWishOnce() {
        Repeats.wish(context);

        assertThat(Repeats.takeWish(context)).isTrue();
        assertThat(Repeats.takeWish(context)).isFalse();
    }

    @Test
    void grantNoWishOfACallerThatHasAPartOfTheResponse() {
        Repeats.bar(context);
        Repeats.wish(context);

        assertThat(Repeats.takeWish(context)).isFalse();
    }

    @Test
    void countRetriesUntilTheNextCallBegins() {
        Repeats.retried(context);
        Repeats.retried(context);
        Repeats.replayed(context);
        assertThat(Repeats.retries(context)).isEqualTo(2);
        assertThat(Repeats.isReplayed(context)).isTrue();

        Repeats.begin(context);

        assertThat(Repeats.retries(context)).isZero();
        assertThat(Repeats.isReplayed(context)).isFalse();
    }

    @Test
    void forgetAStaleReuseOfTheCallBefore() {
        new StaleReuse(true).noteIn(context);

        Repeats.begin(context);

        assertThat(StaleReuse.takeFrom(context)).isNull();
    }
}
