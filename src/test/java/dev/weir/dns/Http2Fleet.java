package dev.weir.dns;

import dev.weir.testserver.Http2Server;
import dev.weir.testserver.LoopbackNames;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

/** Servers for HTTP/2 behind the name localhost: on the addresses 127.0.0.1, 127.0.0.2, and so on, all on the same port. */
record Http2Fleet(List<Http2Server> servers) implements AutoCloseable {

    private static final int ATTEMPTS = 20;
    private static final int STREAMS = 100;

    /** Starts that many; if a port is taken on one of the addresses, another one is tried. */
    static Http2Fleet of(int size) {
        for (int attempt = 1; ; attempt++) {
            List<Http2Server> servers = new ArrayList<>();
            try {
                for (int i = 0; i < size; i++) {
                    int port = i == 0 ? 0 : servers.get(0).port();
                    servers.add(Http2Server.allowing(
                            STREAMS, new InetSocketAddress(LoopbackNames.literal(Fleet.address(i)), port)));
                }
                return new Http2Fleet(List.copyOf(servers));
            } catch (IllegalStateException e) {
                servers.forEach(Http2Server::close);
                if (attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    String uri() {
        return "https://localhost:" + servers.get(0).port() + "/";
    }

    /** How many requests wait for a response. */
    int held() {
        return servers.stream().mapToInt(Http2Server::held).sum();
    }

    @Override
    public void close() {
        servers.forEach(Http2Server::close);
    }
}
