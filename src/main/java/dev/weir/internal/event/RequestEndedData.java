package dev.weir.internal.event;

import dev.weir.event.LeaseFacts;
import dev.weir.event.RequestEnded;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** See {@link RequestEnded}. */
public record RequestEndedData(
        String pool, @Nullable String target, @Nullable String verb, LeaseFacts facts) implements RequestEnded {

    @Override
    public Optional<String> route() {
        return Optional.ofNullable(target);
    }

    @Override
    public Optional<String> method() {
        return Optional.ofNullable(verb);
    }
}
