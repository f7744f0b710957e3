package dev.weir.internal.event;

import dev.weir.event.MaxRequestsLearned;
import java.util.OptionalLong;

/** See {@link MaxRequestsLearned}. */
public record MaxRequestsLearnedData(String pool, String route, OptionalLong requests) implements MaxRequestsLearned {}
