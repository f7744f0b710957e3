package dev.weir.attack;

import dev.weir.testserver.Handler;
import dev.weir.testserver.LoopbackServer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** Text of callers that tries to become a header, or a request, of its own. */
final class Requests {

    private static final String SECOND = "a\r\n\r\nGET /evil HTTP/1.1\r\nHost: x\r\n\r\n";

    private Requests() {}

    static List<Attack> attacks() {
        List<Attack> attacks = new ArrayList<>();
        add(attacks, "a header value with a line end", "X-A", "b\r\nevil: 1");
        add(attacks, "a header value with a bare line feed", "X-A", "b\nevil: 1");
        add(attacks, "a header value with a bare carriage return", "X-A", "b\revil: 1");
        add(attacks, "a header value with NUL", "X-A", "b\u0000evil: 1");
        add(attacks, "a header value with a line end of wide characters", "X-A", "b\u010d\u010aevil: 1");
        add(attacks, "a header value with a second request", "X-A", SECOND);
        add(attacks, "a header name with a line end", "X-A: b\r\nevil", "1");
        add(attacks, "a Host with a line end", "Host", "a\r\nevil: 1");
        add(attacks, "a Transfer-Encoding of the caller", "Transfer-Encoding", "chunked");
        return attacks;
    }

    private static void add(List<Attack> attacks, String name, String header, String value) {
        attacks.add(Attack.of("Text of callers", name, Setup.HTTP_1, victim -> play(victim, header, value)));
    }

    private static Outcome play(Victim victim, String header, String value) {
        AtomicBoolean split = new AtomicBoolean();
        Handler handler = exchange -> {
            boolean isSplit =
                    exchange.target().contains("evil") || exchange.headers().has("evil");
            split.compareAndSet(false, isSplit);
            Honest.answer(exchange);
        };
        try (LoopbackServer server = LoopbackServer.http().handler(handler).start()) {
            return victim.outcome(Call.get(server.uri("/first")).with(header, value))
                    .and(victim.outcome(Call.get(server.uri("/second"))))
                    .and(Outcome.foreignIf(split.get()));
        }
    }
}
