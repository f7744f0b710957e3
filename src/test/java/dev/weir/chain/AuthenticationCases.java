package dev.weir.chain;

import static dev.weir.chain.Calls.credentials;
import static dev.weir.chain.Calls.post;
import static dev.weir.chain.Calls.postOnce;
import static dev.weir.chain.Calls.send;
import static dev.weir.chain.Calls.sent;
import static dev.weir.chain.Calls.twice;
import static dev.weir.chain.Calls.when;
import static dev.weir.chain.Calls.with;
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
