package dev.weir.config;

/** The kind of pool that a configuration is for; decides which protocols it may name. */
enum Transport {
    /** Blocking: HTTP/1.1 and nothing else. */
    CLASSIC(Protocol.HTTP_1_1),

    /** Asynchronous: any protocol. */
    ASYNC(Protocol.NEGOTIATE);

    private final Protocol usual;

    Transport(Protocol usual) {
        this.usual = usual;
    }

    Protocol usual() {
        return usual;
    }

    boolean speaks(Protocol protocol) {
        return this == ASYNC || protocol == usual;
    }
}
