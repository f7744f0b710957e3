package dev.weir.internal.async;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.config.PoolConfig;
import dev.weir.config.Protocol;
import dev.weir.internal.deadline.Alarms;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.core5.http.nio.command.ShutdownCommand;
import org.apache.hc.core5.reactor.Command;
import org.apache.hc.core5.reactor.EventMask;
import org.apache.hc.core5.reactor.IOSession;
import org.junit.jupiter.api.Test;

class SurvivingSessionTest {

    private static final int PREFACE_BYTES = 24;
    private static final PoolConfig CONFIG =
            PoolConfig.builder("test").protocol(Protocol.HTTP_2).buildAsync();

    private final FakeSession below = new FakeSession();
    private final SurvivingSession session = new SurvivingSession(below);
    private final AsyncConnection connection =
            new AsyncConnection(AsyncPoolManager.pool(CONFIG, List.of(), System::nanoTime), Alarms.shared());

    /** Has HttpCore write a frame and look for commands in an event; something else happens while that frame is sent. */
    private void inEvent(Runnable whileSending) throws IOException {
        session.upgrade(new Http2Events(below, new FakeHandler(this::writeAndLook), connection, 16_384, null));
        below.setEvent(EventMask.WRITE);
        below.onNextWrite(whileSending);
        Objects.requireNonNull(session.getHandler()).outputReady(session);
    }

    private void writeAndLook(IOSession own) throws IOException {
        own.write(ByteBuffer.allocate(9));
        own.clearEvent(EventMask.WRITE);
        assertThat(own.poll()).isNull();
    }

    @Test
    void isNotCalledAgainWhenNothingIsLeft() throws IOException {
        inEvent(() -> {});

        assertThat(below.isWriteWanted()).isFalse();
    }

    @Test
    void isCalledAgainForACommandThatComesBehindTheLastLook() throws IOException {
        inEvent(() -> session.enqueue(ShutdownCommand.GRACEFUL, Command.Priority.IMMEDIATE));

        assertThat(session.hasCommands()).isTrue();
        assertThat(below.isWriteWanted()).isTrue();
    }

    @Test
    void isCalledAgainForARequestThatComesBehindTheLastLook() throws IOException {
        inEvent(() -> {
            if (connection.commands().add(ShutdownCommand.GRACEFUL)) {
                session.setEvent(EventMask.WRITE);
            }
        });

        assertThat(session.hasCommands()).isTrue();
        assertThat(below.isWriteWanted()).isTrue();
    }

    /** HttpCore asks for a call after each frame, and would look at all streams again. */
    @Test
    void isCalledOnceForFramesThatTheEventSends() throws IOException {
        AtomicInteger calls = new AtomicInteger();

        send(own -> {
            calls.incrementAndGet();
            own.clearEvent(EventMask.WRITE);
            writeFrame(own);
            writeFrame(own);
        });

        assertThat(calls).hasValue(1);
        assertThat(below.written()).isEqualTo(PREFACE_BYTES + 18);
        assertThat(below.isWriteWanted()).isFalse();
    }

    @Test
    void isCalledAgainForAStreamThatHasMoreToSend() throws IOException {
        AtomicInteger calls = new AtomicInteger();

        send(own -> {
            own.clearEvent(EventMask.WRITE);
            if (calls.incrementAndGet() == 1) {
                writeFrame(own);
                own.setEvent(EventMask.WRITE);
            }
        });

        assertThat(calls).hasValue(2);
        assertThat(below.isWriteWanted()).isFalse();
    }

    @Test
    void isCalledAgainForAFrameOfAnotherThread() throws IOException {
        AtomicInteger calls = new AtomicInteger();

        send(own -> {
            own.clearEvent(EventMask.WRITE);
            if (calls.incrementAndGet() == 1) {
                CompletableFuture.runAsync(() -> writeFrameUnchecked(own)).join();
            }
        });

        assertThat(calls).hasValue(2);
        assertThat(below.written()).isEqualTo(PREFACE_BYTES + 9);
    }

    @Test
    void sendsAFrameThatItWritesWhileItReadsInTheSameEvent() throws IOException {
        session.upgrade(new Http2Events(
                below,
                new FakeHandler(own -> own.clearEvent(EventMask.WRITE), SurvivingSessionTest::writeFrame),
                connection,
                16_384,
                null));

        Objects.requireNonNull(session.getHandler()).inputReady(session, null);

        assertThat(below.written()).isEqualTo(PREFACE_BYTES + 9);
        assertThat(below.isWriteWanted()).isFalse();
    }

    @Test
    void writesInTheSameEventIfThatIsAskedForWhileItReads() throws IOException {
        AtomicInteger calls = new AtomicInteger();
        FakeHandler handler = new FakeHandler(
                own -> {
                    calls.incrementAndGet();
                    own.clearEvent(EventMask.WRITE);
                },
                own -> own.setEvent(EventMask.WRITE));
        session.upgrade(new Http2Events(below, handler, connection, 16_384, null));

        Objects.requireNonNull(session.getHandler()).inputReady(session, null);

        assertThat(calls).hasValue(1);
        assertThat(below.isWriteWanted()).isFalse();
    }

    private void send(FakeHandler.Step event) throws IOException {
        session.upgrade(new Http2Events(below, new FakeHandler(event), connection, 16_384, null));
        below.setEvent(EventMask.WRITE);
        Objects.requireNonNull(session.getHandler()).outputReady(session);
    }

    // As HttpCore does, under one lock.
    private static void writeFrame(IOSession own) throws IOException {
        own.getLock().lock();
        try {
            own.write(ByteBuffer.allocate(9));
            own.setEvent(EventMask.WRITE);
        } finally {
            own.getLock().unlock();
        }
    }

    private static void writeFrameUnchecked(IOSession own) {
        try {
            writeFrame(own);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void givesCommandsOfHttpCoreBeforeRequests() {
        connection.multiplex();
        session.upgrade(new Http2Events(below, new FakeHandler(own -> {}), connection, 16_384, null));
        connection.commands().add(ShutdownCommand.IMMEDIATE);
        session.enqueue(ShutdownCommand.GRACEFUL, Command.Priority.IMMEDIATE);

        assertThat(session.poll()).isSameAs(ShutdownCommand.GRACEFUL);
        assertThat(session.poll()).isSameAs(ShutdownCommand.IMMEDIATE);
        assertThat(session.poll()).isNull();
    }

    /** HttpCore does so until the session is closed, and a session with TLS is open until its peer has ended it. */
    @Test
    void isNotCalledAgainWhileItCloses() throws IOException {
        session.upgrade(new Http2Events(below, new FakeHandler(this::closeAndAskOn), connection, 16_384, null));
        below.setEvent(EventMask.WRITE);

        Objects.requireNonNull(session.getHandler()).outputReady(session);

        assertThat(below.isOpen()).isFalse();
        assertThat(below.isWriteWanted()).isFalse();
    }

    private void closeAndAskOn(IOSession own) {
        own.setEvent(EventMask.WRITE);
        own.close();
    }
}
