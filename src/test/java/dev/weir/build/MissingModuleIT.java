package dev.weir.build;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.HttpPool;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An image of the JDK without a module that HttpClient needs. */
class MissingModuleIT {

    @ParameterizedTest
    @ValueSource(strings = {"", "async"})
    void isNamed(String kind, @TempDir Path directory) throws Exception {
        BareJvm.Result result = new BareJvm(BareJvm.locationOf(HttpPool.class), directory)
                .run(
                        List.of("--limit-modules", "java.base,java.naming"),
                        OldLibraryMain.class,
                        kind.isEmpty() ? List.of() : List.of(kind));

        assertThat(result.output())
                .endsWith(
                        "java.lang.IllegalStateException: HttpClient needs the module jdk.net of the JDK, but this JVM runs"
                                + " without it: start java with --add-modules jdk.net, require jdk.net in the module of the"
                                + " program, or add it to the image that jlink makes");
        assertThat(result.status()).isZero();
    }
}
