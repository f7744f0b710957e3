package dev.weir.internal.async;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hc.core5.http.nio.command.ShutdownCommand;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.Command;
import org.junit.jupiter.api.Test;

class CommandQueueTest {

    private final CommandQueue commands = new CommandQueue();
    private final Command first = new ShutdownCommand(CloseMode.GRACEFUL);
    private final Command second = new ShutdownCommand(CloseMode.GRACEFUL);

    @Test
    void wakesTheConnectionOnceForCommandsThatComeTogether() {
        boolean wakesByFirst = commands.add(first);
        boolean wakesBySecond = commands.add(second);

        assertThat(wakesByFirst).isTrue();
        assertThat(wakesBySecond).isFalse();
        assertThat(commands.poll()).isSameAs(first);
        assertThat(commands.poll()).isSameAs(second);
    }

    @Test
    void wakesTheConnectionAgainAfterItFoundNothing() {
        commands.add(first);
        commands.poll();
        assertThat(commands.add(second)).isFalse();
        commands.poll();

        assertThat(commands.poll()).isNull();

        assertThat(commands.isEmpty()).isTrue();
        assertThat(commands.add(first)).isTrue();
    }
}
