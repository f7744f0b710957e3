package dev.weir.attack;

import java.util.List;
import java.util.Locale;

/**
 * A response as its caller got it.
 *
 * @param status its status
 * @param headers its headers, as text
 * @param body its body
 */
record Reply(int status, List<String> headers, String body) {

    /** Says whether this is what an honest server sends to the call: its path, and nothing of an attacker. */
    boolean isFor(Call call) {
        boolean own = call.method().equals("HEAD") ? body.isEmpty() : body.equals(Honest.body(call.path()));
        return own && status == 200 && !isForged();
    }

    boolean isForged() {
        String text = (headers + body).toLowerCase(Locale.ROOT);
        return text.contains("evil");
    }
}
