package dev.weir.bench;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/**
 * A server in a JVM of its own, so that the CPU time and the garbage of this JVM are those of the client alone. For one
 * thread.
 */
final class Server implements AutoCloseable {

    private final Process process;
    private final BufferedReader lines;
    private final URI uri;
    private final String certificate;

    /** The connections of a server: how many it has accepted, and how many are open. */
    record Connections(long accepted, long open) {}

    private Server(Process process) throws IOException {
        this.process = process;
        this.lines = process.inputReader(StandardCharsets.US_ASCII);
        this.uri = URI.create(line() + "/");
        this.certificate = line();
    }

    static Server start(ServerTerms terms) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xms256m",
                "-Xmx256m",
                "-XX:+UseSerialGC",
                // Compiled once and quickly, it leaves the cores to the client.
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                ServerMain.class.getName()));
        command.addAll(terms.arguments());
        return new Server(
                new ProcessBuilder(command).redirectError(Redirect.INHERIT).start());
    }

    private String line() throws IOException {
        String line = lines.readLine();
        if (line == null) {
            throw new IOException("the server has ended");
        }
        return line;
    }

    URI uri() {
        return uri;
    }

    /** In Base64; empty without TLS. */
    String certificate() {
        return certificate;
    }

    Connections connections() throws IOException {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
        String[] numbers = line().split(" ", -1);
        return new Connections(Long.parseLong(numbers[0]), Long.parseLong(numbers[1]));
    }

    /** A context that trusts one certificate and nothing else, and resumes no session of another one. */
    static SSLContext context(String certificate) throws GeneralSecurityException, IOException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust(certificate).getTrustManagers(), null);
        return context;
    }

    static X509TrustManager trustManager(String certificate) throws GeneralSecurityException, IOException {
        return (X509TrustManager) trust(certificate).getTrustManagers()[0];
    }

    private static TrustManagerFactory trust(String certificate) throws GeneralSecurityException, IOException {
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        if (!certificate.isEmpty()) {
            byte[] encoded = Base64.getDecoder().decode(certificate);
            trusted.setCertificateEntry(
                    "server",
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(encoded)));
        }
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        return managers;
    }

    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
    }
}
