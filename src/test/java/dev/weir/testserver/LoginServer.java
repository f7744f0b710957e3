package dev.weir.testserver;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Answers who the client is: the user who has logged in on its connection (see {@link Login}). {@code /open} is answered to
 * connections without a logged-in user, too.
 */
public final class LoginServer implements Handler {

    private final Map<String, String> passwords;
    private final Map<Integer, Login> logins = new ConcurrentHashMap<>();

    /**
     * Creates the handler.
     *
     * @param passwords the passwords of its users
     */
    public LoginServer(Map<String, String> passwords) {
        this.passwords = passwords;
    }

    @Override
    public void handle(Exchange exchange) throws IOException {
        exchange.body();
        Login login = logins.computeIfAbsent(exchange.connection().id(), id -> new Login(passwords, id));
        String challenge =
                login.challenge(exchange.headers().first("Authorization").orElse(null));
        String user = login.user();
        if (challenge != null
                && !(exchange.target().equals("/open") && !exchange.headers().has("Authorization"))) {
            exchange.respond(401, new byte[0], "WWW-Authenticate", challenge);
        } else if (exchange.target().startsWith("/moved")) {
            exchange.respond(302, new byte[0], "Location", "/");
        } else {
            exchange.ok("you are " + name(user));
        }
    }

    private static String name(@Nullable String user) {
        return user == null ? "nobody" : user;
    }
}
