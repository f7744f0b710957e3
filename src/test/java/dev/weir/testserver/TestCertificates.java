package dev.weir.testserver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Base64;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * A self-signed identity for localhost, weir.test, *.weir.test, 127.0.0.1 to 127.0.0.4 and ::1, and contexts that
 * trust exactly it. Made once per JVM at first use. Thread-safe.
 */
public final class TestCertificates {

    private final KeyStore server;

    private TestCertificates(String commonName) {
        this.server = Keytool.identity(commonName);
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

    /** Returns a context for servers whose engines and server sockets demand the client certificate, if asked to. */
    public SSLContext serverContext(boolean needClientAuth) {
        return needClientAuth ? ClientAuthContext.demanding(context(server, Client.STORE)) : serverContext();
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
            return server.getCertificate(Keytool.ALIAS);
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
                                    server.getKey(Keytool.ALIAS, Keytool.PASSWORD.toCharArray())
                                            .getEncoded()));
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
        factory.init(identity, Keytool.PASSWORD.toCharArray());
        return factory.getKeyManagers();
    }

    private static TrustManager[] trust(@Nullable KeyStore peer) throws GeneralSecurityException, IOException {
        if (peer == null) {
            return new TrustManager[0];
        }
        KeyStore anchors = KeyStore.getInstance("PKCS12");
        anchors.load(null, null);
        anchors.setCertificateEntry(Keytool.ALIAS, peer.getCertificate(Keytool.ALIAS));
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(anchors);
        return factory.getTrustManagers();
    }

    private static final class Trusted {
        static final TestCertificates INSTANCE = new TestCertificates("localhost");
    }

    private static final class Untrusted {
        static final TestCertificates INSTANCE = new TestCertificates("untrusted");
    }

    private static final class Client {
        static final KeyStore STORE = Keytool.identity("client");
    }
}
