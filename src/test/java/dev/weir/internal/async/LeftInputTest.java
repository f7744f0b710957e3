package dev.weir.internal.async;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.testserver.DelegatingEngine;
import java.security.NoSuchAlgorithmException;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import org.junit.jupiter.api.Test;

class LeftInputTest {

    private final Engine engine = new Engine();
    private final LeftInput left = Objects.requireNonNull(LeftInput.of(engine));

    LeftInputTest() throws NoSuchAlgorithmException {}

    private static final class Engine extends DelegatingEngine {
        private boolean isReplyDue;

        Engine() throws NoSuchAlgorithmException {
            super(SSLContext.getDefault().createSSLEngine());
        }

        @Override
        public HandshakeStatus getHandshakeStatus() {
            return isReplyDue ? HandshakeStatus.NEED_WRAP : HandshakeStatus.NOT_HANDSHAKING;
        }
    }

    @Test
    void isNothingWithoutTls() {
        assertThat(LeftInput.of(null)).isNull();
    }

    @Test
    void isNotReadAgainIfNoReplyIsDue() {
        left.read();

        assertThat(left.takeReady()).isFalse();
    }

    @Test
    void isReadAgainOnceTheReplyIsSent() {
        engine.isReplyDue = true;
        left.read();
        assertThat(left.takeReady()).isFalse();

        engine.isReplyDue = false;

        assertThat(left.takeReady()).isTrue();
        assertThat(left.takeReady()).isFalse();
    }

    @Test
    void isReadAgainIfAnotherThreadSentTheReplyBeforeItWasSeen() {
        left.read();

        assertThat(CompletableFuture.supplyAsync(left::refused).join()).isTrue();

        assertThat(left.takeReady()).isTrue();
        assertThat(left.takeReady()).isFalse();
    }

    @Test
    void staysDueWhenTheThreadOfTheConnectionReadsOnMeanwhile() {
        left.read();
        CompletableFuture.supplyAsync(left::refused).join();

        left.read();

        assertThat(left.takeReady()).isTrue();
    }

    @Test
    void isNotReadAgainBecauseTheSocketIsFull() {
        left.read();

        assertThat(left.refused()).isFalse();

        assertThat(left.takeReady()).isFalse();
    }
}
