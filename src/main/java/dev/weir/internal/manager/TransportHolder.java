package dev.weir.internal.manager;

/** Holds the transport in force: read at each dial, replaced when the configuration changes. Thread-safe. */
final class TransportHolder {

    private volatile Transport current;

    TransportHolder(Transport first) {
        this.current = first;
    }

    Transport get() {
        return current;
    }

    void set(Transport next) {
        current = next;
    }
}
