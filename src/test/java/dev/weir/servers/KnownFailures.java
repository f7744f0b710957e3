package dev.weir.servers;

/** Where requests of the mix under load may fail, as {@code docs/servers.md} tells, and how many of a hundred. */
enum KnownFailures {
    NONE(0),

    /** A few streams that the server ends. */
    FEW(10),

    /** All that share a connection with a stream that fails. */
    CONNECTIONS(60);

    private final int percent;

    KnownFailures(int percent) {
        this.percent = percent;
    }

    static KnownFailures of(ServerKind server, ClientKind client) {
        boolean isBlockingClient = client == ClientKind.BLOCKING_CLIENT_HTTP_2;
        boolean isHttp2 = isBlockingClient || client == ClientKind.ASYNC_HTTP_2;
        return switch (server) {
            case NODE -> isHttp2 ? CONNECTIONS : NONE;
            case NGINX -> isHttp2 ? CONNECTIONS : NONE;
            case TOMCAT, TINYPROXY -> isBlockingClient ? FEW : NONE;
            default -> NONE;
        };
    }

    int atMost(int requests) {
        return requests * percent / 100;
    }
}
