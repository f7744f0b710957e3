package dev.weir.testserver;

import java.io.IOException;
import java.net.ProtocolException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Header fields in the order received; names are compared without regard to case. Immutable once read. */
public final class Headers {

    private final List<String> namesAndValues = new ArrayList<>(16);

    Headers() {}

    static Headers read(ByteInput input) throws IOException {
        Headers headers = new Headers();
        for (String line = input.line(); !line.isEmpty(); line = input.line()) {
            headers.add(line);
        }
        return headers;
    }

    /** Returns the first value of a name. */
    public Optional<String> first(String name) {
        return Optional.ofNullable(find(name));
    }

    /** Returns all values of a name in the order received. */
    public List<String> all(String name) {
        List<String> values = new ArrayList<>();
        forEach((key, value) -> {
            if (key.equalsIgnoreCase(name)) {
                values.add(value);
            }
        });
        return List.copyOf(values);
    }

    /** Says whether a name is present. */
    public boolean has(String name) {
        return find(name) != null;
    }

    /** Says whether a comma-separated field holds a token, without regard to case. */
    public boolean hasToken(String name, String token) {
        for (int i = 0; i < namesAndValues.size(); i += 2) {
            if (namesAndValues.get(i).equalsIgnoreCase(name) && holds(namesAndValues.get(i + 1), token)) {
                return true;
            }
        }
        return false;
    }

    /** Hands each field to the action in the order received. */
    public void forEach(BiConsumer<String, String> action) {
        for (int i = 0; i < namesAndValues.size(); i += 2) {
            action.accept(namesAndValues.get(i), namesAndValues.get(i + 1));
        }
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        forEach((name, value) -> text.append(name).append(": ").append(value).append('\n'));
        return text.toString();
    }

    @Nullable
    String find(String name) {
        for (int i = 0; i < namesAndValues.size(); i += 2) {
            if (namesAndValues.get(i).equalsIgnoreCase(name)) {
                return namesAndValues.get(i + 1);
            }
        }
        return null;
    }

    private void add(String line) throws ProtocolException {
        int colon = line.indexOf(':');
        if (colon <= 0) {
            throw new ProtocolException("a header needs a name and a colon, but was: " + line);
        }
        namesAndValues.add(line.substring(0, colon));
        namesAndValues.add(line.substring(colon + 1).trim());
    }

    private static boolean holds(String list, String token) {
        int start = 0;
        while (start <= list.length()) {
            int comma = list.indexOf(',', start);
            int end = comma < 0 ? list.length() : comma;
            if (list.substring(start, end).trim().equalsIgnoreCase(token)) {
                return true;
            }
            start = end + 1;
        }
        return false;
    }
}
