package dev.weir.ways;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.event.PoolSnapshot;
import dev.weir.event.RouteSnapshot;
import dev.weir.testserver.Exchange;
import dev.weir.testserver.LoopbackServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hc.client5.http.auth.AuthExchange;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;

/**
 * All that can be told of a case from outside: what the server saw, what the caller got, what the context and the pool say.
 */
final class Transcript {

    private final WayCase of;
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final ConcurrentHashMap<Integer, Integer> connections = new ConcurrentHashMap<>();

    private Transcript(WayCase of) {
        this.of = of;
    }

    static List<String> of(WayCase what, Way way) throws Exception {
        Transcript transcript = new Transcript(what);
        try (LoopbackServer server =
                LoopbackServer.http().handler(transcript::serve).start()) {
            transcript.run(server, way);
            String port = String.valueOf(server.port());
            return transcript.lines.stream()
                    .map(line -> line.replace(port, "PORT"))
                    .toList();
        }
    }

    private void serve(Exchange exchange) throws Exception {
        int connection = connections.computeIfAbsent(exchange.connection().id(), id -> connections.size() + 1);
        StringBuilder seen = new StringBuilder("server: " + connection + "/"
                + exchange.connection().requestNumber() + " " + exchange.method() + " " + exchange.target());
        exchange.headers()
                .forEach((name, value) ->
                        seen.append("\n  ").append(name).append(": ").append(value));
        if (!exchange.headers().first("Expect").isPresent()) {
            seen.append("\n  body ").append(exchange.bodyText());
        }
        lines.add(seen.toString());
        of.server().handle(exchange);
    }

    private void run(LoopbackServer server, Way way) {
        HttpPoolBuilder builder = HttpPool.builder("ways");
        of.pool().accept(builder);
        HttpClientContext context = HttpClientContext.create();
        try (WayPool pool = way.build(builder)) {
            try {
                lines.add("caller: " + of.call().make(pool, server, context));
            } catch (Throwable e) { // an Error must come out of both ways, too
                lines.add("caller: " + told(e));
            }
            lines.add(told(context));
            // A call that was cut short goes on before the thread that cut it has given its connection back.
            PoolSnapshot end = pool.await(now -> now.leased() + now.dialing() == 0);
            lines.add(way.isAsync() ? inUse(end) : told(end));
        }
    }

    private static String told(Throwable failure) {
        StringBuilder told = new StringBuilder();
        for (Throwable each = failure; each != null; each = each.getCause()) {
            told.append("\n  ").append(each.getClass().getName()).append(": ").append(timeless(each.getMessage()));
        }
        return told.toString();
    }

    // Texts that say how long something took differ in that, and in nothing else.
    static String timeless(String text) {
        return text == null
                ? "null"
                : text.replaceAll("\\d+(\\.\\d+)? ?(ms|s|µs|ns|milliseconds|MILLISECONDS)\\b", "TIME");
    }

    private static String told(HttpClientContext context) {
        List<String> told = new ArrayList<>();
        told.add("request " + told(context.getRequest()));
        told.add("response " + told(context.getResponse()));
        told.add("route " + context.getHttpRoute());
        told.add("version " + context.getProtocolVersion());
        told.add("has exchange id " + (context.getExchangeId() != null));
        told.add("has endpoint " + (context.getEndpointDetails() != null));
        told.add("has TLS session " + (context.getSSLSession() != null));
        told.add("cookie origin " + context.getCookieOrigin());
        told.add("has cookie spec " + (context.getCookieSpec() != null));
        told.add("cookies "
                + (context.getCookieStore() == null
                        ? null
                        : context.getCookieStore().getCookies()));
        told.add("redirects " + context.getRedirectLocations().getAll());
        told.add("config " + context.getRequestConfig());
        told.add("token " + context.getUserToken());
        told.add("authentication " + challenged(context));
        told.add("has registries " + (context.getAuthSchemeRegistry() != null) + " "
                + (context.getCookieSpecRegistry() != null) + " " + (context.getCredentialsProvider() != null) + " "
                + (context.getAuthCache() != null));
        return "context:\n  " + String.join("\n  ", told);
    }

    // Whether something is noted of a host that has never asked who calls differs, and means nothing.
    private static Map<String, Object> challenged(HttpClientContext context) {
        Map<String, Object> challenged = new TreeMap<>();
        context.getAuthExchanges().forEach((host, exchange) -> {
            if (exchange.getState() != AuthExchange.State.UNCHALLENGED) {
                challenged.put(host.toString(), exchange);
            }
        });
        return challenged;
    }

    private static String told(HttpRequest request) {
        return request == null
                ? "none"
                : request + " " + request.getScheme() + " " + request.getAuthority() + " " + request.getPath() + " "
                        + request.getVersion() + " " + List.of(request.getHeaders());
    }

    private static String told(HttpResponse response) {
        return response == null
                ? "none"
                : response.getCode() + " " + response.getReasonPhrase() + " " + response.getVersion() + " "
                        + List.of(response.getHeaders());
    }

    // Why a connection was closed is a race between the caller and the thread of the connection.
    private static String inUse(PoolSnapshot pool) {
        return "pool: leased " + pool.leased() + " pending " + pool.pending() + " dialing " + pool.dialing();
    }

    private static String told(PoolSnapshot pool) {
        StringBuilder told = new StringBuilder(inUse(pool) + " idle " + pool.idle());
        for (RouteSnapshot route : pool.routes()) {
            told.append("\n  ")
                    .append(route.target())
                    .append(" opened ")
                    .append(route.opened())
                    .append(" closed ")
                    .append(route.closed())
                    .append(' ')
                    .append(new TreeMap<>(route.closedBy()))
                    .append(' ')
                    .append(new TreeMap<>(route.leases()));
        }
        return told.toString();
    }

    /** Returns the text of bytes, whatever they are. */
    static String text(byte[] bytes) {
        return bytes.length + " bytes " + new String(bytes, ISO_8859_1).substring(0, Math.min(200, bytes.length));
    }
}
