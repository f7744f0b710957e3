package dev.weir.bench;

import dev.weir.testpool.SwitchedNames;
import dev.weir.testserver.Exchange;
import dev.weir.testserver.Handler;
import dev.weir.testserver.LoopbackNames;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.apache.hc.client5.http.DnsResolver;

/**
 * Servers behind one name, each on a loopback address of its own (127.0.0.1, 127.0.0.2, and so on) and all on the same port;
 * and the addresses of the name. Thread-safe.
 */
final class AddressServers implements AutoCloseable {

    private static final String HOST = "service.test";
    private static final int ATTEMPTS = 20;

    private final List<LoopbackServer> servers;
    private final SwitchedNames names = new SwitchedNames();

    private AddressServers(List<LoopbackServer> servers) {
        this.servers = List.copyOf(servers);
    }

    /** Starts that many; if a port is taken on one of the addresses, another one is tried. */
    static AddressServers start(int count, IntFunction<Handler> handlers) {
        for (int attempt = 1; ; attempt++) {
            List<LoopbackServer> started = new ArrayList<>();
            try {
                for (int number = 0; number < count; number++) {
                    int port = number == 0 ? 0 : started.get(0).port();
                    started.add(start(number, port, handlers.apply(number)));
                }
                return new AddressServers(started);
            } catch (UncheckedIOException e) {
                started.forEach(LoopbackServer::close);
                if (attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private static LoopbackServer start(int number, int port, Handler handler) {
        return LoopbackServer.http()
                .address(LoopbackNames.literal(address(number)))
                .port(port)
                .recordedRequests(0)
                .handler(handler)
                .start();
    }

    private static String address(int number) {
        return "127.0.0." + (number + 1);
    }

    /** Responds with as many bytes as the servers of other benchmarks. */
    static void answer(Exchange exchange) throws IOException {
        exchange.respond(200, ServerMain.BODY);
    }

    URI uri() {
        return URI.create("http://" + HOST + ":" + servers.get(0).port() + "/");
    }

    /** Makes the name resolve to these from now on, in this order. */
    void resolveTo(List<Integer> numbers) {
        names.answers(numbers.stream().map(AddressServers::address).toArray(String[]::new));
    }

    DnsResolver names() {
        return names;
    }

    List<InetAddress> lookUp() {
        try {
            return List.of(names.resolve(HOST));
        } catch (UnknownHostException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends one as if its process had died. */
    void kill(int number) {
        servers.get(number).close();
    }

    /** Returns how many requests each received. */
    long[] requests() {
        return servers.stream().mapToLong(LoopbackServer::requests).toArray();
    }

    @Override
    public void close() {
        servers.forEach(LoopbackServer::close);
    }
}
