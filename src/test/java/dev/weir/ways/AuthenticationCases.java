package dev.weir.ways;

import static dev.weir.ways.WayCalls.credentials;
import static dev.weir.ways.WayCalls.customized;
import static dev.weir.ways.WayCalls.post;
import static dev.weir.ways.WayCalls.postOnce;
import static dev.weir.ways.WayCalls.send;
import static dev.weir.ways.WayCalls.sent;
import static dev.weir.ways.WayCalls.twice;
import static dev.weir.ways.WayCalls.wayCase;
import static dev.weir.ways.WayCalls.with;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.testserver.Handler;
import java.util.List;
import org.apache.hc.client5.http.auth.UsernamePasswordCredentials;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.auth.BasicAuthCache;
import org.apache.hc.client5.http.impl.auth.BasicScheme;
import org.apache.hc.core5.http.HttpHost;

/** Challenges, and credentials that were not asked for. */
final class AuthenticationCases {

    private AuthenticationCases() {}

    static List<WayCase> authentication() {
        Handler guarded = exchange -> {
            if (exchange.headers().first("Authorization").isPresent()
                    && !exchange.headers().first("Authorization").get().endsWith("d3Jvbmc6eA==")) {
                exchange.ok("in " + exchange.bodyText());
            } else {
                exchange.respond(401, "no".getBytes(UTF_8), "WWW-Authenticate", "Basic realm=\"r\"");
            }
        };
        return List.of(
                wayCase("challenge", guarded, (pool, server, context) -> {
                    context.setCredentialsProvider(credentials("user", "pass"));
                    return sent(pool, new HttpGet(server.uri("/a/b")), context)
                            + sent(pool, post(server.uri("/a/b")), context)
                            + sent(pool, new HttpGet(server.uri("/c")), context);
                }),
                wayCase("challenge to a body that can be sent once", guarded, (pool, server, context) -> {
                    context.setCredentialsProvider(credentials("user", "pass"));
                    return sent(pool, postOnce(server.uri("/")), context);
                }),
                wayCase("challenge to wrong credentials", guarded, (pool, server, context) -> {
                    context.setCredentialsProvider(credentials("wrong", "x"));
                    return sent(pool, new HttpGet(server.uri("/")), context);
                }),
                wayCase("challenge to nobody", guarded, send(HttpGet::new)),
                wayCase(
                        "challenge that asks for the unknown",
                        Handler.always(401, new byte[0], "WWW-Authenticate", "Odd x=y"),
                        send(HttpGet::new)),
                wayCase("challenge with authentication off", guarded, (pool, server, context) -> {
                    context.setCredentialsProvider(credentials("user", "pass"));
                    return sent(
                            pool,
                            with(
                                    new HttpGet(server.uri("/")),
                                    RequestConfig.custom()
                                            .setAuthenticationEnabled(false)
                                            .build()),
                            context);
                }),
                wayCase("credentials before they are asked for", guarded, (pool, server, context) -> {
                    BasicScheme scheme = new BasicScheme();
                    scheme.initPreemptive(new UsernamePasswordCredentials("user", "pass".toCharArray()));
                    BasicAuthCache cache = new BasicAuthCache();
                    cache.put(new HttpHost("http", "127.0.0.1", server.port()), scheme);
                    context.setAuthCache(cache);
                    return sent(pool, new HttpGet(server.uri("/")), context);
                }),
                wayCase(
                        "credentials of the caller's",
                        guarded,
                        send(uri ->
                                with(new HttpGet(uri), get -> get.addHeader("Authorization", "Basic dXNlcjpwYXNz")))),
                wayCase("credentials of the caller's for the connection", guarded, (pool, server, context) -> {
                    HttpGet login = new HttpGet(server.uri("/"));
                    login.addHeader("Authorization", "Negotiate abc");
                    return sent(pool, login, context) + sent(pool, new HttpGet(server.uri("/")), context);
                }),
                wayCase(
                        "credentials of the client",
                        customized(client -> client.setDefaultCredentialsProvider(credentials("user", "pass"))),
                        guarded,
                        twice(WayCalls::post)));
    }
}
