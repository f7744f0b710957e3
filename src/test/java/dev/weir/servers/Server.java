package dev.weir.servers;

import static java.util.Objects.requireNonNull;

import dev.weir.testserver.TestCertificates;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.coyote.http2.Http2Protocol;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.apache.tomcat.util.net.SSLHostConfigCertificate;
import org.jspecify.annotations.Nullable;
import org.opentest4j.TestAbortedException;

/** A server on the loopback interface, in this JVM or as a process; with a Tomcat behind it if it is a proxy. One thread. */
final class Server implements AutoCloseable {

    /** The servers, and proxies in front of Tomcat. */
    enum Kind {
        TOMCAT("Tomcat", "", "", ""),
        NGINX("nginx in front of Tomcat", "nginx", "HUP", "QUIT"),
        HAPROXY("HAProxy in front of Tomcat", "haproxy", "USR2", "USR1"),
        NODE("Node", "node", "", "TERM");

        final String title;
        final String program;

        /** The signal after which it reads its configuration again; empty if it does not. */
        final String reloadSignal;

        /** The signal after which it finishes what it does, and ends. */
        final String stopSignal;

        Kind(String title, String program, String reloadSignal, String stopSignal) {
            this.title = title;
            this.program = program;
            this.reloadSignal = reloadSignal;
            this.stopSignal = stopSignal;
        }

        boolean isInstalled() {
            return program.isEmpty() || find(program).isPresent();
        }

        /** Finds a program; {@code PATH} alone leaves out what only administrators run. */
        static Optional<Path> find(String program) {
            Stream<String> path =
                    Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1));
            return Stream.concat(path, Stream.of("/usr/sbin", "/usr/local/sbin"))
                    .filter(directory -> !directory.isEmpty())
                    .map(directory -> Path.of(directory, program))
                    .filter(Files::isExecutable)
                    .findFirst();
        }

        /** Tells whether no trailer reaches clients: nginx hands none on. */
        boolean dropsTrailers() {
            return this == NGINX;
        }
    }

    private static final String IDLE_MILLIS = "60000";
    private static final Path SOURCES =
            Path.of("src/test/resources/dev/weir/servers").toAbsolutePath();

    final Kind kind;
    final int port = freePort();
    private final int tomcatPort = freePort();
    private final Path directory;
    private final Path pem;
    private @Nullable Tomcat tomcat;
    private @Nullable Process process;

    private Server(Kind kind, Path directory) {
        this.kind = kind;
        this.directory = directory;
        this.pem = directory.resolve("server.pem");
    }

    static Server start(Kind kind, Path parent) throws IOException {
        Server server = new Server(kind, Files.createDirectories(parent.resolve(kind.name())));
        TestCertificates.trusted().writePem(server.pem);
        switch (kind) {
            case NGINX, HAPROXY -> server.startTomcat(server.tomcatPort, false);
            default -> {}
        }
        server.start();
        return server;
    }

    /** Starts it again where it was. */
    void start() throws IOException {
        if (kind == Kind.TOMCAT) {
            startTomcat(port, true);
            return;
        }
        process = new ProcessBuilder(command())
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("output.log").toFile())
                .start();
        long startNanos = System.nanoTime();
        while (!isListening()) {
            if (!process.isAlive() || System.nanoTime() - startNanos > TimeUnit.SECONDS.toNanos(30)) {
                throw new TestAbortedException(
                        "it does not run here: " + Files.readString(directory.resolve("output.log")));
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        }
    }

    private boolean isListening() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private List<String> command() throws IOException {
        String program = Kind.find(kind.program).orElseThrow().toString();
        String mixPort = Integer.toString(port);
        return switch (kind) {
            case NGINX -> {
                write("nginx.conf", NGINX_CONF.formatted(IDLE_MILLIS, tomcatPort, port));
                yield List.of(program, "-p", directory.toString(), "-c", "nginx.conf", "-e", "stderr");
            }
            case HAPROXY -> {
                write("haproxy.cfg", HAPROXY_CFG.formatted(IDLE_MILLIS, port, tomcatPort));
                yield List.of(program, "-W", "-C", directory.toString(), "-f", "haproxy.cfg");
            }
            default -> {
                String source = SOURCES.resolve("mix.js").toString();
                yield List.of(
                        program,
                        "--max-http-header-size=" + MixServlet.HEADERS,
                        source,
                        mixPort,
                        pem.toString(),
                        IDLE_MILLIS);
            }
        };
    }

    private void write(String file, String text) throws IOException {
        Files.writeString(directory.resolve(file), text);
    }

    private void startTomcat(int tomcatPort, boolean tls) {
        Connector connector = new Connector("HTTP/1.1");
        connector.setPort(tomcatPort);
        connector.setProperty("address", "127.0.0.1");
        connector.setProperty("keepAliveTimeout", IDLE_MILLIS);
        connector.setProperty("maxKeepAliveRequests", "-1");
        connector.setProperty("maxHttpRequestHeaderSize", Integer.toString(MixServlet.HEADERS));
        connector.setProperty("maxHttpResponseHeaderSize", Integer.toString(MixServlet.HEADERS));
        if (tls) {
            connector.setScheme("https");
            connector.setSecure(true);
            connector.setProperty("SSLEnabled", "true");
            SSLHostConfig config = new SSLHostConfig();
            var certificate = new SSLHostConfigCertificate(config, SSLHostConfigCertificate.Type.UNDEFINED);
            certificate.setCertificateFile(pem.toString());
            certificate.setCertificateKeyFile(pem.toString());
            config.addCertificate(certificate);
            connector.addSslHostConfig(config);
            connector.addUpgradeProtocol(new Http2Protocol());
        }
        Tomcat started = new Tomcat();
        started.setBaseDir(directory.toString());
        started.setConnector(connector);
        Context context = started.addContext("", directory.toString());
        Tomcat.addServlet(context, "mix", new MixServlet());
        context.addServletMappingDecoded("/*", "mix");
        tomcat = started;
        try {
            started.start();
        } catch (LifecycleException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Scheme, host and port. */
    String base() {
        return "https://localhost:" + port;
    }

    void reload() throws IOException {
        signal(kind.reloadSignal);
    }

    /** Ends it in order. */
    void stop() throws IOException {
        if (process == null) {
            stopTomcat();
        } else {
            signal(kind.stopSignal);
            awaitEnd(process, 5);
            kill();
        }
    }

    /** Ends it at once, as a lack of memory does. */
    void kill() {
        if (process == null) {
            stopTomcat();
        } else {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            awaitEnd(process.destroyForcibly(), 30);
        }
    }

    private void signal(String name) throws IOException {
        String pid = Long.toString(requireNonNull(process).pid());
        awaitEnd(new ProcessBuilder("kill", "-" + name, pid).start(), 5);
    }

    private static boolean awaitEnd(Process process, int seconds) {
        try {
            return process.waitFor(seconds, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void stopTomcat() {
        try {
            if (tomcat != null) {
                tomcat.stop();
                tomcat.destroy();
                tomcat = null;
            }
        } catch (LifecycleException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        kill();
        stopTomcat();
    }

    private static final String NGINX_CONF = """
        daemon off; worker_processes 1; pid nginx.pid; error_log stderr crit;
        events { worker_connections 1000; }
        http {
          access_log off;
          client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path f; uwsgi_temp_path u; scgi_temp_path s;
          keepalive_timeout %sms; keepalive_requests 100000;
          upstream behind { server 127.0.0.1:%d; keepalive 100; }
          server {
            listen 127.0.0.1:%d ssl http2;
            ssl_certificate server.pem; ssl_certificate_key server.pem;
            large_client_header_buffers 8 32k;
            client_max_body_size 0;
            location / {
              proxy_pass http://behind;
              proxy_http_version 1.1;
              proxy_next_upstream off;
              proxy_set_header Connection "";
              proxy_request_buffering off; proxy_buffering off; proxy_buffer_size 64k; proxy_buffers 8 64k;
            }
          }
        }
        """;

    private static final String HAPROXY_CFG = """
        global
          hard-stop-after 20s
          tune.bufsize 65536
        defaults
          mode http
          timeout connect 5s
          timeout client 60s
          timeout server 60s
          timeout http-keep-alive %sms
        frontend weir
          bind 127.0.0.1:%d ssl crt server.pem alpn h2,http/1.1
          default_backend upstream
        backend upstream
          server tomcat 127.0.0.1:%d
        """;
}
