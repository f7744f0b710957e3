package dev.weir.docs;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A fenced block of a page.
 *
 * @param name the page and the line, for messages
 * @param isFragment whether it holds statements, not a class
 */
record Block(String name, boolean isFragment, String language, String text) {
    private static final Pattern CLASS = Pattern.compile("(?m)^public (?:final )?class (\\w+)");

    /** What a fragment finds: the usual imports, a pool and a request. */
    private static final String FRAGMENT = """
        import static java.time.Duration.*;

        import dev.weir.*;
        import dev.weir.config.*;
        import dev.weir.diagnosis.*;
        import dev.weir.event.*;
        import dev.weir.failure.*;
        import dev.weir.micrometer.*;
        import io.micrometer.core.instrument.*;
        import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
        import io.micrometer.observation.ObservationRegistry;
        import java.time.Duration;
        import java.util.concurrent.CompletableFuture;
        import org.apache.hc.client5.http.async.methods.*;
        import org.apache.hc.client5.http.impl.classic.*;
        import org.apache.hc.client5.http.protocol.HttpClientContext;
        import org.apache.hc.core5.http.ClassicHttpRequest;
        import org.apache.hc.core5.http.io.entity.EntityUtils;

        public class Fragment {
            public static void run(HttpPool pool, ClassicHttpRequest request) throws Exception {
        %s
            }
        }
        """;

    boolean isJava() {
        return language.equals("java");
    }

    String className() {
        if (isFragment) {
            return "Fragment";
        }
        Matcher found = CLASS.matcher(text);
        if (!found.find()) {
            throw new AssertionError(name + " is neither a public class nor marked <!-- fragment -->");
        }
        return found.group(1);
    }

    String source() {
        return isFragment ? FRAGMENT.formatted(text) : text;
    }
}
