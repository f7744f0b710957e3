package dev.weir.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A key and a certificate for localhost, made by the JDK's keytool for this run and forgotten with it. */
final class TlsIdentity {
    private static final String PASSWORD = "loopback";

    private final KeyStore keys;

    private TlsIdentity(KeyStore keys) {
        this.keys = keys;
    }

    static TlsIdentity create() throws IOException, GeneralSecurityException, InterruptedException {
        Path directory = Files.createTempDirectory("weir-tls");
        Path file = directory.resolve("keys.p12");
        try {
            generate(file);
            return new TlsIdentity(load(file));
        } finally {
            Files.deleteIfExists(file);
            Files.delete(directory);
        }
    }

    SSLContext serverContext() throws GeneralSecurityException {
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context;
    }

    /** Trusts this identity and nothing else. */
    SSLContext clientContext() throws GeneralSecurityException, IOException {
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        trusted.setCertificateEntry("localhost", keys.getCertificate("localhost"));
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return context;
    }

    private static void generate(Path file) throws IOException, InterruptedException {
        String keytool =
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        String command = "-genkeypair -alias localhost -keyalg RSA -keysize 2048 -validity 1 -dname CN=localhost"
                + " -ext san=dns:localhost,ip:127.0.0.1 -storetype PKCS12 -storepass " + PASSWORD;
        ProcessBuilder process = new ProcessBuilder(keytool);
        process.command().addAll(List.of(command.split(" ")));
        process.command().addAll(List.of("-keystore", file.toString()));
        int status = process.inheritIO().start().waitFor();
        if (status != 0) {
            throw new IOException("keytool ended with status " + status);
        }
    }

    private static KeyStore load(Path file) throws IOException, GeneralSecurityException {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        return keys;
    }
}
