package dev.weir.docs;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A block of Java as a class that can be compiled and run. */
record JavaBlock(String className, String source) {
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

    static JavaBlock of(Block block) {
        if (block.isFragment()) {
            return new JavaBlock("Fragment", FRAGMENT.formatted(block.text()));
        }
        Matcher name = CLASS.matcher(block.text());
        if (!name.find()) {
            throw new AssertionError(block.name() + " is neither a public class nor marked <!-- fragment -->");
        }
        return new JavaBlock(name.group(1), block.text());
    }
}
