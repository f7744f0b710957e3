package shop;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import jakarta.annotation.PreDestroy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import org.springframework.stereotype.Component;

/** The services that the shop asks: a fast one, a slow one and a flaky one. */
@Component
class Upstreams {

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<HttpServer> servers;

    Upstreams(Addresses addresses) throws IOException {
        servers = List.of(
                start(addresses.prices(), exchange -> answerAfter(exchange, 2, 12)),
                start(addresses.recommendations(), exchange -> answerAfter(exchange, 80, 240)),
                start(addresses.stock(), Upstreams::answerIfInTheMood));
    }

    private HttpServer start(URI address, HttpHandler handler) throws IOException {
        HttpServer server = HttpServer.create(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), address.getPort()), 100);
        server.createContext("/", handler);
        server.setExecutor(threads);
        server.start();
        return server;
    }

    private static void answerIfInTheMood(HttpExchange exchange) throws IOException {
        int mood = ThreadLocalRandom.current().nextInt(20);
        if (mood == 0) {
            exchange.close();
            return;
        }
        if (mood <= 4) {
            exchange.getResponseHeaders().set("Connection", "close");
        }
        answerAfter(exchange, 5, 40);
    }

    private static void answerAfter(HttpExchange exchange, int leastMillis, int mostMillis) throws IOException {
        try {
            Thread.sleep(ThreadLocalRandom.current().nextInt(leastMillis, mostMillis));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        byte[] body = "{\"answer\": 42}".getBytes();
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    @PreDestroy
    void stop() {
        servers.forEach(server -> server.stop(0));
        threads.shutdownNow();
    }
}
