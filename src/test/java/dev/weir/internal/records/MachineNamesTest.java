package dev.weir.internal.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThatCode;

import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineNamesTest {

    @TempDir
    private Path directory;

    @Test
    void theNamesInTheFileOfHostsNeedNoServer() throws Exception {
        Path file = Files.write(
                directory.resolve("hosts"),
                List.of("# static", "127.0.0.1 localhost", "10.0.0.1\tRecs.test recs # primary", "bad", ""));
        LocalNames names = new LocalNames(file);

        assertThat(List.of("recs.test", "RECS", "recs.test.")).allMatch(names::have);
        assertThat(List.of("primary", "other.test", "bad", "10.0.0.1")).noneMatch(names::have);
    }

    @Test
    void aChangedFileCounts() throws Exception {
        Path file = Files.writeString(directory.resolve("hosts"), "10.0.0.1 recs.test\n");
        LocalNames names = new LocalNames(file);
        assertThat(names.have("ads.test")).isFalse();

        Files.writeString(file, "10.0.0.1 recs.test\n10.0.0.2 ads.test\n");

        assertThat(names.have("ads.test")).isTrue();
    }

    @Test
    void localhostIsLocalWithoutAFileToo() {
        LocalNames names = new LocalNames(directory.resolve("missing"));

        assertThat(List.of("localhost", "LOCALHOST.", "app.localhost")).allMatch(names::have);
        assertThat(names.have("localhost.test")).isFalse();
    }

    @Test
    void serversComeFromTheFile() throws Exception {
        Path file = Files.writeString(directory.resolve("resolv.conf"), "nameserver 10.0.0.53\nsearch a.test\n");
        MachineConfig config = new MachineConfig(file);
        assertThat(config.get().servers()).containsExactly(new InetSocketAddress("10.0.0.53", 53));

        Files.writeString(file, "nameserver 10.0.0.54\nnameserver 10.0.0.55\n");

        assertThat(config.get().servers()).hasSize(2);
        assertThat(config.get().domains()).isEmpty();
    }

    @Test
    void aFileWithoutServersIsNamed() throws Exception {
        Path file = Files.writeString(directory.resolve("resolv.conf"), "search a.test\n");

        assertThatThrownBy(() -> new MachineConfig(file).get())
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("no name server is known: " + file + " names none");
    }

    @Test
    void withoutAFileTheJdkTells() {
        MachineConfig own = MachineConfig.ofMachine();
        assumeThatCode(own::get).doesNotThrowAnyException();

        MachineConfig config = new MachineConfig(directory.resolve("missing"));

        assertThat(config.get().servers()).isNotEmpty();
        assertThat(config.get().domains()).isEmpty();
    }
}
