package dev.weir.internal.jfr;

import dev.weir.event.PoolEvent;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** The event {@code dev.weir.Lookup}. */
@Name("dev.weir.Lookup")
@Label("Lookup")
@Category("Weir")
@Description("A dial has looked up the addresses of a host")
@Enabled(false)
@StackTrace(false)
final class LookupSpan extends Event implements Span<PoolEvent.NameLookedUp> {

    @Nullable
    String pool;

    @Nullable
    String host;

    @Nullable
    String outcome;

    @Override
    public void end(PoolEvent.NameLookedUp how) {
        end();
        if (shouldCommit()) {
            pool = how.pool();
            host = how.host();
            outcome = Words.of(how.outcome());
            commit();
        }
    }
}
