package dev.weir.servers;

import java.util.function.Supplier;

/** A server that runs. Not thread-safe. */
final class Running implements AutoCloseable {

    private final Target target;
    private final Supplier<Instance> starter;
    private final Runnable upstream;
    private Instance instance;

    private Running(Target target, Supplier<Instance> starter, Runnable upstream) {
        this.target = target;
        this.starter = starter;
        this.upstream = upstream;
        this.instance = starter.get();
    }

    /** Starts a server that answers itself. */
    static Running start(Site site, Supplier<Instance> starter) {
        return new Running(Target.at(site.port()), starter, () -> {});
    }

    /** Starts a proxy to a server that runs already and ends with it. */
    static Running start(Target target, Supplier<Instance> starter, Instance upstream) {
        return new Running(target, starter, upstream::stop);
    }

    Target target() {
        return target;
    }

    void reload() {
        instance.reload();
    }

    void stop() {
        instance.stop();
    }

    void kill() {
        instance.kill();
    }

    void startAgain() {
        instance = starter.get();
    }

    @Override
    public void close() {
        instance.kill();
        upstream.run();
    }
}
