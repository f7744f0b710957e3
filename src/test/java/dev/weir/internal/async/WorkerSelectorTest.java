package dev.weir.internal.async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.DefaultConnectingIOReactor;
import org.apache.hc.core5.reactor.IOReactorConfig;
import org.apache.hc.core5.reactor.IOSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WorkerSelectorTest {

    // The fields have the names of HttpCore's.
    private static class WithSelector {
        @SuppressWarnings("unused")
        final Selector selector = open();

        private static Selector open() {
            try {
                return Selector.open();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static final class Core extends WithSelector {}

    private static final class Task implements Runnable {
        @SuppressWarnings("unused")
        final Core ioReactor = new Core();

        @Override
        public void run() {}
    }

    private final Task task = new Task();
    private final Selector open = task.ioReactor.selector;
    private final WorkerSelector selector = WorkerSelector.of(task);
    private final Pipe pipe = Pipe.open();
    private final SelectionKey key = registered(pipe);

    WorkerSelectorTest() throws IOException {}

    private SelectionKey registered(Pipe of) throws IOException {
        of.source().configureBlocking(false);
        return of.source().register(open, SelectionKey.OP_READ);
    }

    private static IOSession session(IOSession.Status status) {
        return (IOSession) Proxy.newProxyInstance(
                IOSession.class.getClassLoader(),
                new Class<?>[] {IOSession.class},
                (proxy, method, arguments) -> method.getName().equals("getStatus") ? status : null);
    }

    @AfterEach
    void close() throws IOException {
        open.close();
        pipe.source().close();
        pipe.sink().close();
    }

    @Test
    void readsTheSelectorOfHttpCore() {
        List<Runnable> tasks = new ArrayList<>();
        IOReactorConfig config = IOReactorConfig.custom().setIoThreadCount(2).build();
        new DefaultConnectingIOReactor(
                        new Protocols(),
                        config,
                        run -> {
                            tasks.add(run);
                            return new Thread(run);
                        },
                        null,
                        null,
                        null,
                        null)
                .close(CloseMode.IMMEDIATE);

        assertThat(tasks).hasSize(2).allMatch(run -> WorkerSelector.of(run).isKnown());
    }

    @Test
    void doesNothingWhereTheSelectorCannotBeRead() {
        WorkerSelector unknown = WorkerSelector.of(() -> {});

        assertThat(unknown.isKnown()).isFalse();
        assertThatCode(unknown::close).doesNotThrowAnyException();
        assertThatCode(unknown::finishClosed).doesNotThrowAnyException();
    }

    @Test
    void closesItsChannelsWithIt() throws IOException {
        selector.close();

        assertThat(open.isOpen()).isFalse();
        assertThat(pipe.source().isOpen()).isFalse();
        assertThat(pipe.source().isRegistered()).isFalse();
    }

    @Test
    void finishesAChannelWhoseSessionIsClosed() throws IOException {
        key.attach(session(IOSession.Status.CLOSED));

        selector.finishClosed();
        open.selectNow();

        assertThat(pipe.source().isOpen()).isFalse();
        assertThat(pipe.source().isRegistered()).isFalse();
    }

    @Test
    void leavesAChannelWhoseSessionIsActive() throws IOException {
        key.attach(session(IOSession.Status.ACTIVE));

        selector.finishClosed();

        assertThat(key.isValid()).isTrue();
        assertThat(pipe.source().isOpen()).isTrue();
    }

    @Test
    void leavesAChannelThatIsConnecting() throws IOException {
        selector.finishClosed();

        assertThat(key.isValid()).isTrue();
    }
}
