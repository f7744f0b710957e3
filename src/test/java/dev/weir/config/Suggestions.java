package dev.weir.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Does what violations suggest. */
final class Suggestions {
    private Suggestions() {}

    /** The values after each of the changes that a suggestion names. */
    static List<Map<String, String>> heal(Map<String, String> explicit, String suggestion, String message) {
        List<Map<String, String>> healed = new ArrayList<>();
        for (String change : suggestion.split(" or ", -1)) {
            Map<String, String> changed = new LinkedHashMap<>(explicit);
            int open = change.indexOf('(');
            if (change.equals("leaving it out")) {
                changed.remove(message.substring(0, message.indexOf(' ')));
            } else {
                String value = change.substring(open + 1, change.length() - 1).replace("\"", "");
                changed.put(change.substring(0, open), value);
            }
            healed.add(changed);
        }
        return healed;
    }
}
