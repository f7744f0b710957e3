package dev.weir.spring.actuate;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Serves the page, and figures as the test wants them. Thread-safe. */
final class PageServer implements AutoCloseable {

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private volatile int status = 200;
    private volatile String pools = "{\"pools\":[]}";
    private volatile String pool = "{}";

    PageServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/page", exchange -> page(exchange, "figures"));
        server.createContext("/lost", exchange -> page(exchange, ""));
        server.createContext("/figures", exchange -> answer(exchange, "application/json", status, pools));
        server.createContext("/figures/", exchange -> answer(exchange, "application/json", status, pool));
        server.setExecutor(threads);
        server.start();
    }

    String url(String path) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + path;
    }

    void pools(String... each) {
        pools = "{\"pools\":[" + String.join(",", each) + "]}";
    }

    void pool(String json) {
        pool = json;
    }

    void status(int code) {
        status = code;
    }

    private static void page(HttpExchange exchange, String source) throws IOException {
        answer(exchange, "text/html;charset=UTF-8", 200, StatsPage.load().of("shop", source, null));
    }

    private static void answer(HttpExchange exchange, String type, int status, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
