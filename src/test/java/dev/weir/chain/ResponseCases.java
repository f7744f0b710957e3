package dev.weir.chain;

import static dev.weir.chain.Calls.credentials;
import static dev.weir.chain.Calls.post;
import static dev.weir.chain.Calls.postOnce;
import static dev.weir.chain.Calls.raw;
import static dev.weir.chain.Calls.send;
import static dev.weir.chain.Calls.sendTo;
import static dev.weir.chain.Calls.sent;
import static dev.weir.chain.Calls.twice;
import static dev.weir.chain.Calls.when;
import static dev.weir.chain.Calls.with;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.testserver.Exchange;
import dev.weir.testserver.Handler;
import java.util.ArrayList;
import java.util.List;
import org.apache.hc.client5.http.auth.UsernamePasswordCredentials;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.classic.methods.HttpHead;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.auth.BasicAuthCache;
import org.apache.hc.client5.http.impl.auth.BasicScheme;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.core5.http.HttpHost;

/** Responses of every status and framing, and those after which a request is sent again. */
final class ResponseCases {

    private ResponseCases() {}

    @SuppressWarnings("StringConcatToTextBlock") // lines of HTTP
    static List<Case> statuses() {
        List<Case> cases = new ArrayList<>();
        for (int status :
                new int[] {200, 201, 204, 205, 206, 226, 300, 304, 400, 401, 403, 404, 407, 410, 429, 500, 503}) {
            byte[] body = "body".getBytes(UTF_8);
            cases.add(when("status " + status, Handler.always(status, body), twice(HttpGet::new)));
            cases.add(when("empty status " + status, Handler.always(status, new byte[0]), twice(Calls::post)));
            cases.add(when("status " + status + " to head", Handler.always(status, body), twice(HttpHead::new)));
        }
        for (String head : List.of(
                "HTTP/1.0 200 OK\r\n\r\nold",
                "HTTP/1.0 200 OK\r\nContent-Length: 3\r\nConnection: keep-alive\r\n\r\nold",
                "HTTP/1.1 200\r\nContent-Length: 1\r\n\r\nx",
                "HTTP/1.1 204 No\r\nContent-Length: 1\r\n\r\nx",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-T\r\n\r\n3\r\nabc\r\n0\r\nX-T: 1\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 3\r\n\r\nabc",
                "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
                "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nConnection: close\r\n\r\nabc",
                "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nConnection: x, close\r\n\r\nabc",
                "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nKeep-Alive: timeout=0\r\n\r\nabc",
                "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc",
                "HTTP/1.1 100 Continue\r\n\r\n"
                        + "HTTP/1.1 103 Early\r\n"
                        + "X: y\r\n\r\n"
                        + "HTTP/1.1 200 OK\r\n"
                        + "Content-Length: 0\r\n\r\n",
                "HTTP/1.1 101 Switching\r\nUpgrade: TLS/1.2\r\nConnection: Upgrade\r\n\r\n",
                "HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
                "HTTP/1.1 99 Low\r\n\r\n",
                "HTTP/2.0 200 OK\r\nContent-Length: 0\r\n\r\n",
                "nonsense\r\n\r\n",
                "HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
                "")) {
            cases.add(when("[" + head.replace("\r\n", "|") + "]", raw(head), send(HttpGet::new)));
        }
        return cases;
    }

    private static boolean isFirst(Exchange exchange) {
        return exchange.connection().id() == 1 && exchange.connection().requestNumber() == 1;
    }

    static Handler onceReset() {
        return exchange -> {
            if (isFirst(exchange)) {
                exchange.reset();
            } else {
                exchange.ok("at last " + exchange.bodyText());
            }
        };
    }

    static List<Case> retries() {
        return List.of(
                when("reset", onceReset(), send(HttpGet::new)),
                when("reset of post", onceReset(), send(Calls::post)),
                when("reset of post once", onceReset(), send(Calls::postOnce)),
                when(
                        "reset of post with a key",
                        onceReset(),
                        send(uri -> with(post(uri), post -> post.addHeader("Idempotency-Key", "1")))),
                when("always reset", Exchange::reset, send(HttpGet::new)),
                when("always hung up on", Exchange::hangUp, send(HttpGet::new)));
    }

    static List<Case> redirects() {
        List<Case> cases = new ArrayList<>();
        for (int status : new int[] {301, 302, 303, 307, 308}) {
            cases.add(when("redirect " + status, redirecting(status), sendTo("/from", HttpGet::new)));
            cases.add(when("redirect of head " + status, redirecting(status), sendTo("/from", HttpHead::new)));
            cases.add(when("redirect of post " + status, redirecting(status), sendTo("/from", Calls::post)));
            cases.add(when("redirect of post once " + status, redirecting(status), sendTo("/from", Calls::postOnce)));
        }
        cases.add(when(
                "redirects off",
                HttpClientBuilder::disableRedirectHandling,
                redirecting(302),
                sendTo("/from", HttpGet::new)));
        cases.add(when(
                "redirects off for the request",
                redirecting(302),
                sendTo(
                        "/from",
                        uri -> with(
                                new HttpGet(uri),
                                RequestConfig.custom()
                                        .setRedirectsEnabled(false)
                                        .build()))));
        cases.add(when(
                "redirect in a circle", Handler.always(302, new byte[0], "Location", "/a?b=c"), send(HttpGet::new)));
        cases.add(when(
                "redirect in an allowed circle",
                Handler.always(302, new byte[0], "Location", "/a?b=c"),
                send(uri -> with(
                        new HttpGet(uri),
                        RequestConfig.custom()
                                .setCircularRedirectsAllowed(true)
                                .setMaxRedirects(3)
                                .build()))));
        cases.add(when("redirect to nowhere", Handler.always(302, "x".getBytes(UTF_8)), send(HttpGet::new)));
        cases.add(when(
                "redirect to nonsense",
                Handler.always(302, "x".getBytes(UTF_8), "Location", "http://%%%"),
                send(HttpGet::new)));
        cases.add(when(
                "redirect to another scheme",
                Handler.always(302, new byte[0], "Location", "gopher://x/"),
                send(HttpGet::new)));
        cases.add(when(
                "redirect to another host",
                exchange -> {
                    String host = exchange.headers().first("Host").orElse("");
                    if (host.startsWith("localhost")) {
                        exchange.ok("there");
                    } else {
                        exchange.respond(302, new byte[0], "Location", "http://localhost:" + port(exchange) + "/there");
                    }
                },
                send(HttpGet::new)));
        cases.add(when(
                "redirect with a closing response",
                exchange -> {
                    if (exchange.target().equals("/to")) {
                        exchange.ok("there");
                    } else {
                        exchange.closeAfter().respond(302, "body".getBytes(UTF_8), "Location", "/to");
                    }
                },
                send(HttpGet::new)));
        return cases;
    }

    private static String port(Exchange exchange) {
        String host = exchange.headers().first("Host").orElseThrow();
        return host.substring(host.indexOf(':') + 1);
    }

    private static Handler redirecting(int status) {
        return exchange -> {
            if (exchange.target().equals("/to")) {
                exchange.ok(exchange.method() + " " + exchange.bodyText());
            } else {
                exchange.respond(status, "moved".getBytes(UTF_8), "Location", "/to");
            }
        };
    }

    static List<Case> authentication() {
        Handler guarded = exchange -> {
            if (exchange.headers().first("Authorization").isPresent()
                    && !exchange.headers().first("Authorization").get().endsWith("d3Jvbmc6eA==")) {
                exchange.ok("in " + exchange.bodyText());
            } else {
                exchange.respond(401, "no".getBytes(UTF_8), "WWW-Authenticate", "Basic realm=\"r\"");
            }
        };
        return List.of(
                when("challenge", guarded, (client, server, context) -> {
                    context.setCredentialsProvider(credentials("user", "pass"));
                    return sent(client, new HttpGet(server.uri("/a/b")), context)
                            + sent(client, post(server.uri("/a/b")), context)
                            + sent(client, new HttpGet(server.uri("/c")), context);
                }),
                when("challenge to a body that can be sent once", guarded, (client, server, context) -> {
                    context.setCredentialsProvider(credentials("user", "pass"));
                    return sent(client, postOnce(server.uri("/")), context);
                }),
                when("challenge to wrong credentials", guarded, (client, server, context) -> {
                    context.setCredentialsProvider(credentials("wrong", "x"));
                    return sent(client, new HttpGet(server.uri("/")), context);
                }),
                when("challenge to nobody", guarded, send(HttpGet::new)),
                when(
                        "challenge that asks for the unknown",
                        Handler.always(401, new byte[0], "WWW-Authenticate", "Odd x=y"),
                        send(HttpGet::new)),
                when("challenge with authentication off", guarded, (client, server, context) -> {
                    context.setCredentialsProvider(credentials("user", "pass"));
                    return sent(
                            client,
                            with(
                                    new HttpGet(server.uri("/")),
                                    RequestConfig.custom()
                                            .setAuthenticationEnabled(false)
                                            .build()),
                            context);
                }),
                when("credentials before they are asked for", guarded, (client, server, context) -> {
                    BasicScheme scheme = new BasicScheme();
                    scheme.initPreemptive(new UsernamePasswordCredentials("user", "pass".toCharArray()));
                    BasicAuthCache cache = new BasicAuthCache();
                    cache.put(new HttpHost("http", "127.0.0.1", server.port()), scheme);
                    context.setAuthCache(cache);
                    return sent(client, new HttpGet(server.uri("/")), context);
                }),
                when(
                        "credentials of the caller's",
                        guarded,
                        send(uri ->
                                with(new HttpGet(uri), get -> get.addHeader("Authorization", "Basic dXNlcjpwYXNz")))),
                when("credentials of the caller's for the connection", guarded, (client, server, context) -> {
                    HttpGet login = new HttpGet(server.uri("/"));
                    login.addHeader("Authorization", "Negotiate abc");
                    return sent(client, login, context) + sent(client, new HttpGet(server.uri("/")), context);
                }),
                when(
                        "credentials of the client",
                        client -> client.setDefaultCredentialsProvider(credentials("user", "pass")),
                        guarded,
                        twice(Calls::post)));
    }
}
