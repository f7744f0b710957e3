package dev.weir.build;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.weir.HttpPool;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;

/**
 * Runs in a JVM that has Weir, HttpClient and slf4j alone: no Micrometer, no Spring, not even the null annotations, no
 * tests. Started by {@link PackagedJarIT} and {@link LibrariesIT}; a failure is an exception, and so a status other than 0.
 */
final class BareClasspathMain {
    private BareClasspathMain() {}

    /** Takes the names of all classes that must do without the optional libraries; without any, builds a pool alone. */
    public static void main(String[] classNames) throws ClassNotFoundException, IOException {
        if (classNames.length == 0) {
            build();
            return;
        }
        refuse("io.micrometer.core.instrument.MeterRegistry");
        refuse("org.springframework.context.ApplicationContext");
        int members = 0;
        for (String className : classNames) {
            members += load(className);
        }
        System.out.printf("loaded %d classes with %d members%n", classNames.length, members);
        System.out.println("served: " + request());
    }

    private static void build() {
        try (HttpPool pool = HttpPool.builder("bare").build()) {
            System.out.println("built " + pool.name());
        } catch (IllegalStateException e) {
            System.out.println(e);
        }
    }

    /** Serves one request with a pool of defaults. */
    private static String request() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", BareClasspathMain::answer);
        server.start();
        try (HttpPool pool = HttpPool.builder("bare").build()) {
            HttpHost host = new HttpHost("localhost", server.getAddress().getPort());
            return pool.client()
                    .execute(
                            host,
                            new BasicClassicHttpRequest("GET", "/"),
                            response -> EntityUtils.toString(response.getEntity()));
        } finally {
            server.stop(0);
        }
    }

    private static void answer(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, 2);
        exchange.getResponseBody().write("ok".getBytes(StandardCharsets.US_ASCII));
        exchange.close();
    }

    /** A class path that has an optional library would prove nothing. */
    private static void refuse(String className) {
        try {
            Class.forName(className);
        } catch (ClassNotFoundException e) {
            return;
        }
        throw new IllegalStateException(className + " must not be on the class path");
    }

    /** Initializes the class and resolves every type that its members name. */
    private static int load(String className) throws ClassNotFoundException {
        Class<?> type = Class.forName(className);
        return type.getDeclaredMethods().length
                + type.getDeclaredConstructors().length
                + type.getDeclaredFields().length;
    }
}
