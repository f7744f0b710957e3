package dev.weir.testserver;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** The user name and password that a proxy asks for. */
record Credentials(String user, String password) {

    String basic() {
        String pair = user + ":" + password;
        return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }
}
