package dev.weir.dns;

import dev.weir.testserver.Handler;
import dev.weir.testserver.LoopbackNames;
import dev.weir.testserver.LoopbackServer;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Servers behind one name: one on each of the loopback addresses 127.0.0.1, 127.0.0.2, and so on, all on the same port. */
final class Fleet implements AutoCloseable {

    private static final int ATTEMPTS = 20;

    private final List<LoopbackServer> servers;

    private Fleet(List<LoopbackServer> servers) {
        this.servers = servers;
    }

    /** Starts so many; a port that is taken on one of the addresses is given up for another one. */
    static Fleet of(int size, Handler handler) {
        for (int attempt = 1; ; attempt++) {
            List<LoopbackServer> servers = new ArrayList<>();
            try {
                for (int i = 0; i < size; i++) {
                    servers.add(LoopbackServer.http()
                            .address(LoopbackNames.literal(address(i)))
                            .port(i == 0 ? 0 : servers.get(0).port())
                            .handler(handler)
                            .start());
                }
                return new Fleet(servers);
            } catch (UncheckedIOException e) {
                servers.forEach(LoopbackServer::close);
                if (attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    static String address(int server) {
        return "127.0.0." + (server + 1);
    }

    static String[] addresses(int size) {
        return IntStream.range(0, size).mapToObj(Fleet::address).toArray(String[]::new);
    }

    LoopbackServer server(int number) {
        return servers.get(number);
    }

    String uri() {
        return "http://service.test:" + servers.get(0).port() + "/";
    }

    /** How many connections each server has accepted. */
    List<Integer> accepted() {
        return servers.stream().map(LoopbackServer::accepted).toList();
    }

    long requests() {
        return servers.stream().mapToLong(LoopbackServer::requests).sum();
    }

    @Override
    public void close() {
        servers.forEach(LoopbackServer::close);
    }
}
