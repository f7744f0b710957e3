package dev.weir.internal.async;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.internal.deadline.FakeAlarms;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hc.core5.http.HttpException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PingBeforeUseTest {

    private static final long LIMIT = TimeUnit.SECONDS.toNanos(1);

    private final FakeAlarms time = new FakeAlarms();
    private final List<String> steps = new ArrayList<>();
    private final PingBeforeUse ping =
            new PingBeforeUse(LIMIT, time.alarms(), () -> steps.add("close"), () -> steps.add("go on"));

    private enum End {
        REPLY {
            @Override
            void happens(PingBeforeUse to) throws HttpException {
                to.consumeResponse(ByteBuffer.allocate(8));
            }
        },
        FAILURE {
            @Override
            void happens(PingBeforeUse to) {
                to.failed(new IOException("reset"));
            }
        },
        CANCELLATION {
            @Override
            void happens(PingBeforeUse to) {
                to.cancel();
            }
        };

        abstract void happens(PingBeforeUse to) throws HttpException;
    }

    private void begin() throws Exception {
        CallbackSteps.run(ping::begin);
    }

    private void happens(End end) throws Exception {
        CallbackSteps.run(() -> end.happens(ping));
    }

    private void pass(long nanos) throws Exception {
        CallbackSteps.run(() -> time.pass(nanos));
    }

    @ParameterizedTest
    @EnumSource(End.class)
    void goesOnWhateverEndsIt(End end) throws Exception {
        begin();
        assertThat(steps).isEmpty();

        happens(end);

        assertThat(steps).containsExactly("go on");
        assertThat(time.count()).isZero();
    }

    @Test
    void closesTheConnectionOfAPeerThatDoesNotReplyInTimeBeforeItGoesOn() throws Exception {
        begin();

        pass(LIMIT - 1);
        assertThat(steps).isEmpty();

        pass(1);
        assertThat(steps).containsExactly("close", "go on");
    }

    @ParameterizedTest
    @EnumSource(End.class)
    void goesOnOnceThoughItEndsAfterItsTime(End end) throws Exception {
        begin();
        pass(LIMIT);

        happens(end);

        assertThat(steps).containsExactly("close", "go on");
    }

    @ParameterizedTest
    @EnumSource(End.class)
    void goesOnOnceThoughItsAlarmWasAboutToRing(End end) throws Exception {
        begin();
        happens(end);

        CallbackSteps.run(ping::ring);

        assertThat(steps).containsExactly("go on");
    }

    @Test
    void goesOnOnceThoughTheConnectionEndsAfterTheReply() throws Exception {
        begin();

        happens(End.REPLY);
        happens(End.FAILURE);
        happens(End.CANCELLATION);

        assertThat(steps).containsExactly("go on");
    }

    @ParameterizedTest
    @EnumSource(End.class)
    void leavesNoAlarmIfItEndedBeforeItBegan(End end) throws Exception {
        happens(end);

        begin();

        assertThat(steps).containsExactly("go on");
        assertThat(time.count()).isZero();
    }

    @Test
    void goesOnAtOnceIfNoThreadCanEndTheWait() throws Exception {
        time.refuse(1);

        begin();
        assertThat(steps).containsExactly("go on");

        happens(End.REPLY);
        pass(LIMIT);

        assertThat(steps).containsExactly("go on");
    }

    @Test
    void carriesTheEightBytesOfAPing() {
        assertThat(ping.getData().remaining()).isEqualTo(8);
        assertThat(ping.getData().remaining()).isEqualTo(8);
    }
}
