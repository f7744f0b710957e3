package dev.weir.chain;

import static dev.weir.chain.Calls.send;
import static dev.weir.chain.Calls.sendTo;
import static dev.weir.chain.Calls.when;
import static dev.weir.chain.Calls.with;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.testserver.Exchange;
import dev.weir.testserver.Handler;
import java.util.ArrayList;
import java.util.List;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.classic.methods.HttpHead;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;

/** Redirects. */
final class RedirectCases {

    private RedirectCases() {}

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
}
