package dev.weir.engine;

/** Knows of connections what they know themselves, and nothing of routes. */
class FakeOwner implements PoolOwner<FakeConnection> {

    @Override
    public ReuseGrade grade(FakeConnection connection) {
        return connection.grade();
    }
}
