package dev.weir.testserver;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import org.jspecify.annotations.Nullable;

/** Serves one client of the HTTP proxy. */
final class HttpProxyConnection {

    private static final int HTTP_PORT = 80;

    private final Socket client;
    private final @Nullable Credentials credentials;
    private final byte[] connected;
    private final @Nullable Login login;
    private final ProxyLog log;
    private final ByteInput input;
    private final OutputStream output;

    HttpProxyConnection(
            Socket client, @Nullable Credentials credentials, @Nullable Login login, byte[] connected, ProxyLog log)
            throws IOException {
        this.client = client;
        this.credentials = credentials;
        this.login = login;
        this.connected = connected;
        this.log = log;
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
        String challenge = login == null ? null : login.challenge(head.headers().find("Proxy-Authorization"));
        if (challenge != null) {
            Body.ofRequest(head.headers(), input);
            answer(407, "Proxy-Authenticate", challenge);
            return !head.wantsClose();
        }
        if (!isAllowed(head.headers())) {
            log.credentialsRefused();
            Body.ofRequest(head.headers(), input);
            answer(407, "Proxy-Authenticate", "Basic realm=\"loopback\"");
            return !head.wantsClose();
        }
        if (head.method().equals("CONNECT")) {
            tunnel(head);
            return false;
        }
        return forward(head);
    }

    private boolean isAllowed(Headers headers) {
        String shown = headers.find("Proxy-Authorization");
        if (shown != null) {
            log.credentialsShown();
        }
        return credentials == null || credentials.basic().equals(shown);
    }

    private void tunnel(RequestHead head) throws IOException {
        ProxyTarget target = ProxyTarget.parse(head.target(), HTTP_PORT);
        log.connected(target.toString());
        Socket upstream = connectOrRefuse(target);
        if (upstream == null) {
            return;
        }
        noteUser(upstream);
        try (upstream) {
            output.write(connected);
            output.flush();
            new Tunnel(client, upstream).run(input.buffered());
        }
    }

    private boolean forward(RequestHead head) throws IOException {
        HttpForward forward = HttpForward.of(head, Body.ofRequest(head.headers(), input));
        log.forwarded(forward.target().toString());
        Socket upstream = connectOrRefuse(forward.target());
        if (upstream == null) {
            return !head.wantsClose();
        }
        noteUser(upstream);
        try (upstream) {
            forward.relay(upstream, output);
        }
        return !head.wantsClose();
    }

    private void noteUser(Socket upstream) {
        String user = login == null ? null : login.user();
        if (user != null) {
            log.userOf(upstream.getLocalPort(), user);
        }
    }

    private @Nullable Socket connectOrRefuse(ProxyTarget target) throws IOException {
        try {
            return target.connect();
        } catch (IOException e) {
            answer(502);
            return null;
        }
    }

    private void answer(int status, String... headerNamesAndValues) throws IOException {
        output.write(new ResponseHead(status)
                .headers(headerNamesAndValues)
                .header("Content-Length", 0)
                .bytes());
        output.flush();
    }
}
