package dev.weir.testserver;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ProtocolException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP proxy on 127.0.0.1: forwards requests in absolute form and opens tunnels for CONNECT. Every target name
 * leads to 127.0.0.1, so that names need not exist. Thread-safe.
 */
public final class HttpProxyServer implements AutoCloseable {

    private static final byte[] CONNECTED = new ResponseHead(200).bytes();
    private static final Set<String> HOP_BY_HOP = Set.of(
            "connection",
            "keep-alive",
            "proxy-connection",
            "proxy-authorization",
            "transfer-encoding",
            "te",
            "trailer",
            "upgrade",
            "content-length",
            "expect");

    private final @Nullable String credentials;
    private final @Nullable Map<String, String> logins;
    private final byte[] connected;
    private final boolean closes;
    private final ProxyLog log = new ProxyLog();
    private final AcceptLoop loop;

    private HttpProxyServer(@Nullable String credentials, @Nullable Map<String, String> logins, byte[] connected) {
        this(credentials, logins, connected, false);
    }

    private HttpProxyServer(
            @Nullable String credentials, @Nullable Map<String, String> logins, byte[] connected, boolean closes) {
        this.closes = closes;
        this.credentials = credentials;
        this.logins = logins;
        this.connected = connected;
        this.loop = new AcceptLoop("http-proxy", AcceptLoop.bind(LoopbackNames.ADDRESS, 0, 256), this::serve).start();
    }

    /** Starts a proxy open to all. */
    public static HttpProxyServer start() {
        return new HttpProxyServer(null, null, CONNECTED);
    }

    /** Starts a proxy that demands Basic authentication. */
    public static HttpProxyServer start(String user, String password) {
        return start(user, password, false);
    }

    /** Starts a proxy that demands Basic authentication, and may close each connection after it has done so. */
    public static HttpProxyServer start(String user, String password, boolean closes) {
        String pair = user + ":" + password;
        String basic = Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
        return new HttpProxyServer("Basic " + basic, null, CONNECTED, closes);
    }

    /** Starts a proxy that says this, at once, when a tunnel is open. */
    public static HttpProxyServer connectingWith(String answer) {
        return new HttpProxyServer(null, null, ResponseHead.latin1(answer));
    }

    /** Starts a proxy that demands a {@link Login} of each connection. */
    public static HttpProxyServer startWithLogins(Map<String, String> passwords) {
        return new HttpProxyServer(null, passwords, CONNECTED);
    }

    public int port() {
        return loop.port();
    }

    public InetAddress address() {
        return loop.address();
    }

    public String origin() {
        return "http://127.0.0.1:" + port();
    }

    public ProxyLog log() {
        return log;
    }

    /** Frees the port, all connections and tunnels, and ends all threads. */
    @Override
    public void close() {
        loop.close();
    }

    private void serve(Socket socket, int id) throws IOException {
        log.opened();
        try (socket) {
            new Connection(socket, logins == null ? null : new Login(logins, id)).run();
        } finally {
            log.closed();
        }
    }

    private final class Connection {

        private final Socket client;
        private final @Nullable Login login;
        private final ByteInput input;
        private final OutputStream output;

        Connection(Socket client, @Nullable Login login) throws IOException {
            this.client = client;
            this.login = login;
            this.input = new ByteInput(client.getInputStream());
            this.output = new BufferedOutputStream(client.getOutputStream());
        }

        void run() throws IOException {
            boolean open = true;
            while (open && (input.hasBuffered() || input.fill())) {
                open = serve(RequestHead.read(input));
            }
        }

        /** Serves one request; false ends the connection. */
        private boolean serve(RequestHead head) throws IOException {
            String shown = head.headers().find("Proxy-Authorization");
            String challenge = login != null ? login.challenge(shown) : null;
            if (login == null && shown != null) {
                log.credentialsShown();
            }
            if (credentials != null && !credentials.equals(shown)) {
                challenge = "Basic realm=\"loopback\"";
            }
            if (challenge != null) {
                Body.ofRequest(head.headers(), input);
                answer(407, "Proxy-Authenticate", challenge, "Connection", closes ? "close" : "keep-alive");
                return !closes && !head.wantsClose();
            } else if (head.method().equals("CONNECT")) {
                tunnel(head);
                return false;
            } else {
                forward(head);
            }
            return !head.wantsClose();
        }

        private void tunnel(RequestHead head) throws IOException {
            log.connected(target(head.target()));
            try (Socket upstream = connect(head.target())) {
                if (upstream != null) {
                    output.write(connected);
                    output.flush();
                    new Tunnel(client, upstream).run(input.buffered());
                }
            }
        }

        private void forward(RequestHead head) throws IOException {
            if (!head.target().startsWith("http://")) {
                log.forwarded(head.target());
                throw new ProtocolException("a proxy needs the absolute form, but was " + head.target());
            }
            byte[] body = Body.ofRequest(head.headers(), input);
            String authority = URI.create(head.target()).getRawAuthority();
            log.forwarded(target(authority));
            try (Socket upstream = connect(authority)) {
                if (upstream != null) {
                    send(head, authority, body, upstream.getOutputStream());
                    relay(head, new ByteInput(upstream.getInputStream()));
                }
            }
        }

        /** Connects to a target, or answers that it cannot be reached. */
        private @Nullable Socket connect(String authority) throws IOException {
            String target = target(authority);
            int colon = target.lastIndexOf(':');
            try {
                Socket upstream = LoopbackNames.connect(
                        target.substring(0, colon), Integer.parseInt(target.substring(colon + 1)));
                String user = login == null ? null : login.user();
                if (user != null) {
                    log.userOf(upstream.getLocalPort(), user);
                }
                return upstream;
            } catch (IOException e) {
                answer(502);
                return null;
            }
        }

        /** Returns {@code host:port}, without brackets around an IPv6 address. */
        private static String target(String authority) {
            int colon = authority.lastIndexOf(':');
            boolean hasPort = colon >= 0 && !authority.endsWith("]");
            String host = hasPort ? authority.substring(0, colon) : authority;
            String name = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
            return name + ":" + (hasPort ? authority.substring(colon + 1) : "80");
        }

        private static void send(RequestHead head, String authority, byte[] body, OutputStream upstream)
                throws IOException {
            String path = head.target().substring("http://".length() + authority.length());
            StringBuilder text = new StringBuilder(head.method()).append(' ');
            text.append(path.startsWith("/") ? path : "/" + path).append(" HTTP/1.1\r\n");
            copyEndToEnd(head.headers(), text);
            if (Body.isFramed(head.headers())) {
                text.append("Content-Length: ").append(body.length).append("\r\n");
            }
            OutputStream buffered = new BufferedOutputStream(upstream);
            buffered.write(ResponseHead.latin1(text.append("Connection: close\r\n\r\n")));
            buffered.write(body);
            buffered.flush();
        }

        private void relay(RequestHead head, ByteInput upstream) throws IOException {
            String statusLine = upstream.line();
            Headers headers = Headers.read(upstream);
            while (status(statusLine) < 200) {
                statusLine = upstream.line();
                headers = Headers.read(upstream);
            }
            StringBuilder text = new StringBuilder(statusLine).append("\r\n");
            copyEndToEnd(headers, text);
            boolean hasBody = ResponseHead.allowsBody(status(statusLine))
                    && !head.method().equals("HEAD");
            byte[] content = hasBody ? Body.ofResponse(headers, upstream) : new byte[0];
            if (hasBody) {
                text.append("Content-Length: ").append(content.length).append("\r\n");
            }
            output.write(ResponseHead.latin1(text.append("\r\n")));
            output.write(content);
            output.flush();
        }

        private static int status(String statusLine) throws ProtocolException {
            try {
                return Integer.parseInt(statusLine.substring(9, 12));
            } catch (IndexOutOfBoundsException | NumberFormatException e) {
                throw new ProtocolException("not a status line: " + statusLine);
            }
        }

        private static void copyEndToEnd(Headers headers, StringBuilder text) {
            headers.forEach((name, value) -> {
                if (!HOP_BY_HOP.contains(name.toLowerCase(Locale.ROOT))) {
                    text.append(name).append(": ").append(value).append("\r\n");
                }
            });
        }

        private void answer(int status, String... headerNamesAndValues) throws IOException {
            output.write(new ResponseHead(status)
                    .headers(headerNamesAndValues)
                    .header("Content-Length", 0)
                    .bytes());
            output.flush();
        }
    }
}
