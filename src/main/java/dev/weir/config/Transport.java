package dev.weir.config;

import java.util.Set;

/** The kind of pool that a configuration is for; decides which protocols it may name. */
enum Transport {
    CLASSIC(Protocol.HTTP_1_1, Set.of(Protocol.HTTP_1_1)),
    ASYNC(Protocol.NEGOTIATE, Set.of(Protocol.values()));

    private final Protocol usual;
    private final Set<Protocol> spoken;

    Transport(Protocol usual, Set<Protocol> spoken) {
        this.usual = usual;
        this.spoken = spoken;
    }

    Protocol usual() {
        return usual;
    }

    boolean speaks(Protocol protocol) {
        return spoken.contains(protocol);
    }
}
