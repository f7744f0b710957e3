package dev.weir.build;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.HttpPool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.apache.hc.core5.http2.HttpVersionPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What users get whose build brings an HttpClient or HttpCore that is not safe to use. */
class OldLibraryIT {

    @TempDir
    Path directory;

    /** The libraries read their own version from the first file of this name on the class path. */
    private void pretend(String packagePath, String release) throws Exception {
        Path file = directory.resolve(packagePath).resolve("version.properties");
        Files.createDirectories(file.getParent());
        Files.writeString(file, "info.module=test\ninfo.release=" + release + "\n");
    }

    private String output() throws Exception {
        BareJvm.Result result =
                new BareJvm(BareJvm.locationOf(HttpPool.class), directory).run(OldLibraryMain.class, List.of());
        assertThat(result.status()).as(result.output()).isZero();
        return result.output();
    }

    @Test
    void isRefusedWithAnOldHttpClient() throws Exception {
        pretend("org/apache/hc/client5", "5.6");

        assertThat(output())
                .endsWith("dev.weir.failure.HttpClientVersionException: httpclient5 5.6 is on the class path, but 5.6.3"
                        + " or newer is needed: older releases leak a connection when a response has an unknown"
                        + " Content-Encoding (CVE-2026-64607). Raise httpclient5 to 5.6.3 or newer (with Spring Boot:"
                        + " the property httpclient5.version).");
    }

    @Test
    void isRefusedWithAnOldHttpCore() throws Exception {
        pretend("org/apache/hc/core5", "5.4.2");

        assertThat(output())
                .endsWith("dev.weir.failure.HttpClientVersionException: httpcore5 5.4.2 is on the class path, but 5.4.3"
                        + " or newer is needed: older releases let a server exhaust the memory with endless response"
                        + " headers (CVE-2026-54399). Raise httpcore5 to 5.4.3 or newer (with Spring Boot: the"
                        + " property httpcore5.version).");
    }

    @Test
    void isRefusedWithAnOldHttpCoreForHttp2() throws Exception {
        Path old = directory.resolve("old-h2.jar");
        copyOfHttp2("5.4.2", old);

        BareJvm.Result result =
                new BareJvm(old, BareJvm.locationOf(HttpPool.class), directory).run(OldLibraryMain.class, List.of());

        assertThat(result.output())
                .endsWith("dev.weir.failure.HttpClientVersionException: httpcore5-h2 5.4.2 is on the class path, but"
                        + " 5.4.3 or newer is needed: older releases let a server exhaust the memory with compressed"
                        + " headers (CVE-2026-54428). Raise httpcore5-h2 to 5.4.3 or newer (with Spring Boot: the"
                        + " property httpcore5.version).");
    }

    /** This library says its version in the manifest of its jar. */
    private static void copyOfHttp2(String version, Path copy) throws IOException {
        try (JarFile jar =
                new JarFile(BareJvm.locationOf(HttpVersionPolicy.class).toFile())) {
            Manifest manifest = jar.getManifest();
            manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, version);
            try (JarOutputStream output = new JarOutputStream(Files.newOutputStream(copy), manifest)) {
                for (JarEntry entry : Collections.list(jar.entries())) {
                    if (entry.getName().endsWith(".class")) {
                        output.putNextEntry(new JarEntry(entry.getName()));
                        jar.getInputStream(entry).transferTo(output);
                    }
                }
            }
        }
    }

    @Test
    void isBuiltWithNewOnes() throws Exception {
        assertThat(output()).endsWith("built test");
    }
}
