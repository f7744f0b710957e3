package auth;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** An authorization server and a resource server that takes its tokens, on one port of the loopback interface. */
final class Services {

    static final String TOKEN = "token-that-no-log-may-show-";

    private final Set<String> valid = ConcurrentHashMap.newKeySet();
    private final List<String> issued = new CopyOnWriteArrayList<>();
    private final List<String> credentials = new CopyOnWriteArrayList<>();
    private final HttpServer server;

    private Services(HttpServer server) {
        this.server = server;
    }

    static Services start() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        Services services = new Services(server);
        server.createContext("/token", services::token);
        server.createContext("/payments", services::payments);
        server.start();
        return services;
    }

    String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** How often a client came for a token. */
    int issued() {
        return issued.size();
    }

    /** The Authorization headers that the token endpoint was sent. */
    List<String> credentials() {
        return credentials;
    }

    void revokeAll() {
        valid.clear();
    }

    private void token(HttpExchange exchange) throws IOException {
        String form = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.US_ASCII);
        credentials.add(authorization(exchange));
        if (!form.contains("grant_type=client_credentials")) {
            respond(exchange, 400, "{\"error\":\"unsupported_grant_type\"}");
            return;
        }
        String token = TOKEN + issued.size();
        issued.add(token);
        valid.add("Bearer " + token);
        respond(
                exchange,
                200,
                "{\"access_token\":\"" + token + "\",\"token_type\":\"Bearer\",\"expires_in\":3600}");
    }

    private void payments(HttpExchange exchange) throws IOException {
        boolean isAllowed = valid.contains(authorization(exchange));
        respond(exchange, isAllowed ? 200 : 401, isAllowed ? "{\"paid\":true}" : "{}");
    }

    private static String authorization(HttpExchange exchange) {
        return String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
    }

    private static void respond(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.US_ASCII);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }
}
