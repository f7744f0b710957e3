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
import java.security.cert.Certificate;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * A self-signed identity for localhost, weir.test, *.weir.test, *.ck (a public suffix), 127.0.0.1 to 127.0.0.4 and ::1, and contexts that
 * trust exactly it. Made once per JVM at first use. Thread-safe.
 */
public final class TestCertificates {

    private static final String ALIAS = "identity";
    private static final String PASSWORD = "loopback";

    private static final String NAMES =
            "san=dns:localhost,dns:weir.test,dns:*.weir.test,dns:*.ck,ip:127.0.0.1,ip:127.0.0.2,"
                    + "ip:127.0.0.3,ip:127.0.0.4,ip:0:0:0:0:0:0:0:1";

    private final KeyStore server;

    private TestCertificates(String commonName) {
        this.server = identity(commonName);
    }

    /** Returns the identity that tests trust. */
    public static TestCertificates trusted() {
        return Trusted.INSTANCE;
    }

    /** Returns a second identity for the same names, which clients of {@link #trusted()} refuse. */
    public static TestCertificates untrusted() {
        return Untrusted.INSTANCE;
    }

    /** Returns a context for servers that asks for no client certificate. */
    public SSLContext serverContext() {
        return context(server, null);
    }

    /** Returns a context for servers that trusts the client certificate, if asked to. */
    public SSLContext serverContext(boolean needClientAuth) {
        return context(server, needClientAuth ? Client.STORE : null);
    }

    /** Returns a context for clients that trusts exactly this identity. */
    public SSLContext clientContext() {
        return context(null, server);
    }

    /** Returns a context for clients that trusts exactly this identity and shows the client certificate. */
    public SSLContext clientContextWithCertificate() {
        return context(Client.STORE, server);
    }

    /** Returns this identity's certificate. */
    public Certificate certificate() {
        try {
            return server.getCertificate(ALIAS);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Writes the certificate and its key into a file, as other servers want them. */
    public void writePem(Path file) {
        try {
            Files.writeString(
                    file,
                    pem("CERTIFICATE", certificate().getEncoded())
                            + pem(
                                    "PRIVATE KEY",
                                    server.getKey(ALIAS, PASSWORD.toCharArray()).getEncoded()));
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String pem(String kind, byte[] bytes) {
        return "-----BEGIN " + kind + "-----\n"
                + Base64.getMimeEncoder().encodeToString(bytes)
                + "\n-----END " + kind + "-----\n";
    }

    private static SSLContext context(@Nullable KeyStore identity, @Nullable KeyStore peer) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys(identity), trust(peer), null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static KeyManager[] keys(@Nullable KeyStore identity) throws GeneralSecurityException {
        if (identity == null) {
            return new KeyManager[0];
        }
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(identity, PASSWORD.toCharArray());
        return factory.getKeyManagers();
    }

    private static TrustManager[] trust(@Nullable KeyStore peer) throws GeneralSecurityException, IOException {
        if (peer == null) {
            return new TrustManager[0];
        }
        KeyStore anchors = KeyStore.getInstance("PKCS12");
        anchors.load(null, null);
        anchors.setCertificateEntry(ALIAS, peer.getCertificate(ALIAS));
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(anchors);
        return factory.getTrustManagers();
    }

    /** Makes a self-signed certificate with the JDK's own tool; nothing stays on disk. */
    private static KeyStore identity(String commonName) {
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

    private static final class Trusted {
        static final TestCertificates INSTANCE = new TestCertificates("localhost");
    }

    private static final class Untrusted {
        static final TestCertificates INSTANCE = new TestCertificates("untrusted");
    }

    private static final class Client {
        static final KeyStore STORE = identity("client");
    }
}
