package dev.weir.testserver;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The user that has logged in on one connection, in two rounds as NTLM does: {@code Loopback hello} is answered with a
 * number, and {@code Loopback <number> <user> <password>} logs the connection in for all requests that follow. For the
 * thread of its connection only.
 */
public final class Login {

    /** The name of the scheme. */
    public static final String SCHEME = "Loopback";

    private final Map<String, String> passwords;
    private final int number;
    private @Nullable String user;
    private boolean greeted;

    /**
     * Creates the state of a connection without a logged-in user.
     *
     * @param passwords the users that may log in
     * @param number what the server asks each client to send back
     */
    public Login(Map<String, String> passwords, int number) {
        this.passwords = passwords;
        this.number = number;
    }

    /** Returns the user that is logged in; null without one. */
    public @Nullable String user() {
        return user;
    }

    /** Takes the credentials of a request, if it has any; returns the challenge for it, null if a user is logged in. */
    public @Nullable String challenge(@Nullable String credentials) {
        if (credentials == null) {
            return user == null ? SCHEME : null;
        }
        if (credentials.equals(SCHEME + " hello")) {
            greeted = true;
            user = null;
            return SCHEME + " number=" + number;
        }
        String[] words = credentials.split(" ", -1);
        boolean isRight = greeted
                && words.length == 4
                && words[1].equals(String.valueOf(number))
                && words[3].equals(passwords.get(words[2]));
        user = isRight ? words[2] : null;
        return isRight ? null : SCHEME;
    }
}
