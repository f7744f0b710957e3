package dev.weir.internal.async;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import org.apache.hc.core5.http.nio.command.ShutdownCommand;
import org.apache.hc.core5.reactor.Command;
import org.apache.hc.core5.reactor.EventMask;
import org.junit.jupiter.api.Test;

class WriteInterestTest {

    private final FakeSession session = new FakeSession();
    private final WriteInterest interest = new WriteInterest(session);

    @Test
    void passesOnAtOnceWhatIsAskedForBetweenEvents() {
        interest.want(true);
        assertThat(session.isWriteWanted()).isTrue();

        interest.want(false);

        assertThat(session.isWriteWanted()).isFalse();
    }

    @Test
    void leavesTheMaskAloneUntilTheEventEnds() {
        interest.begin(false);
        interest.want(true);
        interest.want(false);
        interest.want(true);
        assertThat(session.changes()).isZero();

        interest.end();

        assertThat(session.isWriteWanted()).isTrue();
        assertThat(session.changes()).isEqualTo(1);
    }

    @Test
    void changesNothingIfTheLastWishIsThatOfBefore() {
        session.setEvent(EventMask.WRITE);
        int before = session.changes();

        interest.begin(false);
        interest.want(false);
        interest.want(true);
        interest.end();

        assertThat(session.isWriteWanted()).isTrue();
        assertThat(session.changes()).isEqualTo(before);
    }

    @Test
    void knowsWithinAnEventWhatWasWantedBeforeIt() {
        session.setEvent(EventMask.WRITE);

        interest.begin(false);

        assertThat(interest.isWanted()).isTrue();
        interest.want(false);
        assertThat(interest.isWanted()).isFalse();
    }

    @Test
    void goesOnSendingForAWishOfTheEventAndNotForOneOfBefore() {
        interest.begin(false);
        interest.want(true);
        assertThat(interest.goOnSending()).isTrue();
        interest.end();

        interest.begin(false);

        assertThat(interest.isWanted()).isTrue();
        assertThat(interest.goOnSending()).isFalse();
    }

    @Test
    void keepsTheWishOfAFrameUntilTheEventGoesOnSending() {
        interest.begin(false);
        interest.gathered();
        interest.want(true);
        assertThat(interest.isWanted()).isTrue();

        interest.goOnSending();
        interest.want(false);
        interest.gathered();
        interest.want(true);

        assertThat(interest.isWanted()).isFalse();
    }

    @Test
    void passesOnAtOnceAgainBehindAnEvent() {
        session.setEvent(EventMask.WRITE);
        interest.begin(false);
        interest.want(false);
        interest.end();

        interest.want(true);

        assertThat(session.isWriteWanted()).isTrue();
    }

    // HttpCore gives up its wish to write, then takes the commands that wait; the session itself asks for the next one.
    @Test
    void isCalledForACommandThatIsAddedBehindTheLastLookOfAnEvent() {
        session.setEvent(EventMask.WRITE);

        interest.begin(false);
        interest.want(false);
        assertThat(session.poll()).isNull();
        interest.enqueue(ShutdownCommand.GRACEFUL, Command.Priority.IMMEDIATE);
        interest.end();

        assertThat(session.hasCommands()).isTrue();
        assertThat(session.isWriteWanted()).isTrue();
    }

    @Test
    void wantsNoCallForAFrameThatTheEventSends() {
        session.setEvent(EventMask.WRITE);
        interest.begin(true);
        interest.want(false);

        interest.gathered();
        interest.want(true);

        assertThat(interest.isWanted()).isFalse();
    }

    @Test
    void wantsACallForWhatIsAskedForAfterTheCallForAFrame() {
        session.setEvent(EventMask.WRITE);
        interest.begin(true);
        interest.want(false);
        interest.gathered();
        interest.want(true);

        interest.want(true);

        assertThat(interest.isWanted()).isTrue();
    }

    @Test
    void wantsACallForAFrameThatTheEventDoesNotSend() {
        interest.begin(false);

        interest.gathered();
        interest.want(true);

        assertThat(interest.isWanted()).isTrue();
    }

    @Test
    void wantsACallForAFrameOfAnotherThread() {
        session.setEvent(EventMask.WRITE);
        interest.begin(true);
        interest.want(false);

        CompletableFuture.runAsync(() -> {
                    interest.gathered();
                    interest.want(true);
                })
                .join();

        assertThat(interest.isWanted()).isTrue();
    }
}
