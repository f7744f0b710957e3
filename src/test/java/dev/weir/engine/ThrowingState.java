package dev.weir.engine;

import org.jspecify.annotations.Nullable;

/** A state that cannot be looked up. */
final class ThrowingState {

    @Override
    public boolean equals(@Nullable Object other) {
        throw new IllegalStateException("as told");
    }

    @Override
    public int hashCode() {
        throw new IllegalStateException("as told");
    }
}
