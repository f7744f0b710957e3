package dev.weir.bench;

import dev.weir.testserver.RealServer;
import dev.weir.testserver.TestCertificates;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateEncodingException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * nginx as a single process that answers every request with 1,024 bytes and keeps connections alive. It ends with the JVM
 * that started it, however that ends: a shell waits for the end of its input.
 */
final class NginxProcess implements Target {

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final String UNTIL_INPUT_ENDS =
            "files=$1; shift; \"$@\" & pid=$!; echo $pid; cat > /dev/null; kill $pid; wait; rm -r \"$files\"";

    private static final String SETTINGS = """
            daemon off; master_process off; pid nginx.pid; error_log stderr error;
            events { worker_connections 4096; }
            http {
              access_log off; default_type text/plain;
              keepalive_requests 1000000000; keepalive_timeout 1h;
              http2_max_concurrent_streams 100;
              ssl_protocols TLSv1.2 TLSv1.3;
              client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path f; uwsgi_temp_path u; scgi_temp_path s;
              server {
                listen 127.0.0.1:%d%s;
                location / { return 200 "%s"; }
              }
            }
            """;

    private final Process shell;
    private final URI uri;
    private final Trust trust;
    private final long pid;

    private NginxProcess(Path directory, PeersBenchmark.Speech protocol) throws IOException {
        int port = RealServer.freePort();
        boolean isTls = protocol != PeersBenchmark.Speech.HTTP_1_PLAIN;
        this.uri = URI.create((isTls ? "https" : "http") + "://localhost:" + port + "/");
        this.trust = new Trust(isTls ? certificate() : "");
        Files.writeString(
                directory.resolve("nginx.conf"),
                SETTINGS.formatted(port, listening(protocol), new String(ServerMain.BODY, StandardCharsets.US_ASCII)));
        this.shell = start(directory);
        this.pid = firstNumber(shell);
    }

    static boolean isInstalled() {
        return RealServer.isInstalled("nginx");
    }

    static NginxProcess start(PeersBenchmark.Speech protocol) throws IOException {
        Path directory = Files.createTempDirectory("weir-nginx");
        TestCertificates.trusted().writePem(directory.resolve("server.pem"));
        NginxProcess nginx = new NginxProcess(directory, protocol);
        nginx.awaitListening();
        return nginx;
    }

    private static String listening(PeersBenchmark.Speech protocol) {
        String files = "; ssl_certificate server.pem; ssl_certificate_key server.pem";
        return switch (protocol) {
            case HTTP_1_PLAIN -> "";
            case HTTP_1_TLS -> " ssl" + files;
            case HTTP_2_TLS -> " ssl http2" + files;
        };
    }

    private static String certificate() {
        try {
            return Base64.getEncoder()
                    .encodeToString(TestCertificates.trusted().certificate().getEncoded());
        } catch (CertificateEncodingException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Process start(Path directory) throws IOException {
        List<String> command = new ArrayList<>(List.of("sh", "-c", UNTIL_INPUT_ENDS, "sh", directory.toString()));
        command.addAll(List.of("nginx", "-p", directory.toString(), "-c", "nginx.conf", "-e", "stderr"));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(Redirect.INHERIT);
        // Servers are at home where not every user looks.
        builder.environment().merge("PATH", "/usr/sbin:/usr/local/sbin", (path, more) -> path + ":" + more);
        return builder.start();
    }

    private static long firstNumber(Process shell) throws IOException {
        BufferedReader lines = shell.inputReader(StandardCharsets.US_ASCII);
        String line = lines.readLine();
        if (line == null) {
            throw new IOException("nginx has not started");
        }
        return Long.parseLong(line);
    }

    private void awaitListening() throws IOException {
        long beginNanos = System.nanoTime();
        while (!isListening()) {
            if (System.nanoTime() - beginNanos > PATIENCE_NANOS) {
                close();
                throw new IOException("nginx does not listen, see above");
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        }
    }

    private boolean isListening() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), uri.getPort()), 1_000);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public URI uri() {
        return uri;
    }

    @Override
    public Trust trust() {
        return trust;
    }

    @Override
    public long pid() {
        return pid;
    }

    @Override
    public void close() throws IOException {
        shell.getOutputStream().close();
    }
}
