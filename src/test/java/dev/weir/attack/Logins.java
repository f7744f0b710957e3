package dev.weir.attack;

import dev.weir.testserver.LoginServer;
import dev.weir.testserver.LoopbackServer;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Users that log in a connection, as NTLM and Negotiate do, and others that call on the same client. */
final class Logins {

    private static final String AREA = "Logins that belong to a connection";
    private static final Map<String, String> USERS = Map.of("alice", "alice", "bob", "bob");

    private Logins() {}

    static List<Attack> attacks() {
        return List.of(
                attack("alice, then bob", Setup.HTTP_1, "alice", "bob"),
                attack("alice, then a caller without credentials", Setup.HTTP_1, "alice", null),
                attack("alice, then mallory with a wrong password, twice", Setup.HTTP_1, "alice", "mallory"),
                attack(
                        "alice, then bob, by a scheme that does not name the user",
                        Setup.HTTP_1_NAMELESS,
                        "alice",
                        "bob"),
                attack(
                        "alice, then a caller without credentials, by such a scheme",
                        Setup.HTTP_1_NAMELESS,
                        "alice",
                        null));
    }

    private static Attack attack(String name, Setup setup, String first, @Nullable String second) {
        return Attack.of(AREA, name, setup, victim -> {
            try (LoopbackServer server =
                    LoopbackServer.http().handler(new LoginServer(USERS)).start()) {
                return isOwn(victim, server, first)
                        .and(isOwn(victim, server, second))
                        .and(isOwn(victim, server, second))
                        .and(isOwn(victim, server, first));
            }
        });
    }

    private static Outcome isOwn(Victim victim, LoopbackServer server, @Nullable String user) {
        Call call = Call.get(server.uri("/"));
        try {
            Reply reply = victim.send(user == null ? call : call.as(user));
            boolean isRefused = reply.status() == 401;
            return Outcome.foreignIf(!isRefused && !reply.body().equals("you are " + user));
        } catch (Exception e) {
            return Outcome.ERROR;
        }
    }
}
