package dev.weir.engine;

import org.jspecify.annotations.Nullable;

/** Knows of connections what they know themselves, and nothing of routes. */
class FakeOwner implements PoolOwner<String, FakeConnection> {

    @Override
    public ReuseGrade grade(FakeConnection connection) {
        return connection.grade();
    }

    @Override
    public @Nullable Object peer(FakeConnection connection) {
        return connection.peer();
    }
}
