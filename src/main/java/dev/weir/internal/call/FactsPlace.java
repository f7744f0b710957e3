package dev.weir.internal.call;

import dev.weir.internal.event.CallNotes;
import org.jspecify.annotations.Nullable;

/** A context that has a field for the facts of its call, because the first attribute of a context costs a map. */
public interface FactsPlace {

    /**
     * Returns the facts.
     *
     * @return the facts; null if none are wanted
     */
    @Nullable
    CallNotes facts();

    /**
     * Has the call leave facts.
     *
     * @param wanted where
     */
    void facts(CallNotes wanted);
}
