package dev.weir.testserver;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** Makes self-signed certificates with the JDK's own tool; nothing stays on disk. */
final class Keytool {

    static final String ALIAS = "identity";
    static final String PASSWORD = "loopback";

    private static final String NAMES = "san=dns:localhost,dns:weir.test,dns:*.weir.test,ip:127.0.0.1,ip:127.0.0.2,"
            + "ip:127.0.0.3,ip:127.0.0.4,ip:0:0:0:0:0:0:0:1";

    private Keytool() {}

    static KeyStore identity(String commonName) {
        try {
            Path directory = Files.createTempDirectory("loopback-tls");
            Path file = directory.resolve("identity.p12");
            try {
                generate(commonName, file);
                return load(file);
            } finally {
                Files.deleteIfExists(file);
                Files.delete(directory);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void generate(String commonName, Path file) throws IOException {
        String tool = System.getProperty("java.home") + File.separator + "bin" + File.separator + "keytool";
        Process process = new ProcessBuilder(command(tool, commonName, file))
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (exitCode(process) != 0) {
            throw new IOException("keytool failed: " + output);
        }
    }

    // Elliptic curves, because making an RSA key takes longer than everything else here; the start lies a day back
    // so that a clock that is set back does not matter.
    private static List<String> command(String tool, String commonName, Path file) {
        Stream<String> options = Stream.of(
                "-genkeypair -keyalg EC -groupname secp256r1 -startdate -1d -validity 30 -storetype PKCS12",
                "-alias " + ALIAS + " -storepass " + PASSWORD + " -dname CN=" + commonName + " -ext " + NAMES);
        Stream<String> words = options.flatMap(line -> Stream.of(line.split(" ", -1)));
        return Stream.of(Stream.of(tool), words, Stream.of("-keystore", file.toString()))
                .flatMap(Function.identity())
                .toList();
    }

    private static int exitCode(Process process) throws IOException {
        try {
            return process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while keytool ran", e);
        }
    }

    private static KeyStore load(Path file) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD.toCharArray());
        }
        return store;
    }
}
