package dev.weir.internal.async;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.internal.deadline.FakeAlarms;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class QuestionTest {

    private static final long LIMIT = TimeUnit.SECONDS.toNanos(1);

    private final FakeAlarms time = new FakeAlarms();
    private final AtomicInteger gone = new AtomicInteger();
    private final Question question = new Question(time.alarms(), gone::incrementAndGet);

    private void pass(long nanos) throws Exception {
        CallbackSteps.run(() -> time.pass(nanos));
    }

    @Test
    void isNotOpenBeforeItIsAsked() {
        question.sent();

        assertThat(question.isOpen()).isFalse();
        assertThat(question.answered()).isFalse();
    }

    @Test
    void isAskedOnceUntilThePeerReplies() {
        assertThat(question.ask(LIMIT)).isTrue();
        assertThat(question.ask(LIMIT)).isFalse();
        assertThat(time.count()).isEqualTo(1);

        question.answered();

        assertThat(question.ask(LIMIT)).isTrue();
    }

    @Test
    void isClosedByTheFirstThingThatArrives() throws Exception {
        question.ask(LIMIT);
        assertThat(question.isOpen()).isTrue();
        question.sent();
        assertThat(question.isOpen()).isTrue();

        assertThat(question.answered()).isTrue();
        assertThat(question.answered()).isFalse();

        assertThat(question.isOpen()).isFalse();
        assertThat(time.count()).isZero();
        pass(LIMIT);
        assertThat(gone).hasValue(0);
    }

    @Test
    void showsThatThePeerIsGoneWhenItsTimeIsOver() throws Exception {
        question.ask(LIMIT);
        question.sent();

        pass(LIMIT - 1);
        assertThat(gone).hasValue(0);

        pass(1);
        assertThat(gone).hasValue(1);
        assertThat(question.isOpen()).isTrue();
    }

    @Test
    void waitsOnceMoreIfThePingWasNotSentInTime() throws Exception {
        question.ask(LIMIT);

        pass(LIMIT);
        assertThat(gone).hasValue(0);

        pass(LIMIT - 1);
        assertThat(gone).hasValue(0);
        assertThat(question.ask(LIMIT)).isFalse();

        pass(1);
        assertThat(gone).hasValue(1);
    }

    @Test
    void isClosedByAReplyDuringTheSecondWait() throws Exception {
        question.ask(LIMIT);
        pass(LIMIT);

        assertThat(question.answered()).isTrue();

        assertThat(time.count()).isZero();
        pass(LIMIT);
        assertThat(gone).hasValue(0);
    }

    @Test
    void showsThatThePeerIsGoneIfNoThreadCanEndTheWait() throws Exception {
        time.refuse(1);

        CallbackSteps.run(() -> question.ask(LIMIT));

        assertThat(gone).hasValue(1);
    }

    @Test
    void showsThatThePeerIsGoneIfNoThreadCanEndTheSecondWait() throws Exception {
        question.ask(LIMIT);
        time.refuse(1);

        pass(LIMIT);

        assertThat(gone).hasValue(1);
    }
}
