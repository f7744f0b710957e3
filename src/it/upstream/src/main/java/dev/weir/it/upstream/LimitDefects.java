package dev.weir.it.upstream;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.util.Timeout;

/** Limits of HttpClient on time that are longer than they say. */
final class LimitDefects {

    private LimitDefects() {}

    static List<Defect> all() {
        return List.of(
                new Defect("a TLS handshake of one byte per 300 ms, limit 1 s", Calls.FAILS, LimitDefects::drip),
                new Defect("three addresses that do not answer, limit 1 s", "less than 2 s", LimitDefects::addresses));
    }

    private static String drip() throws Exception {
        PoolingHttpClientConnectionManager manager = PoolingHttpClientConnectionManagerBuilder.create()
                .setDefaultConnectionConfig(ConnectionConfig.custom()
                        .setConnectTimeout(Timeout.ofSeconds(1))
                        .setSocketTimeout(Timeout.ofSeconds(1))
                        .build())
                .setDefaultTlsConfig(TlsConfig.custom()
                        .setHandshakeTimeout(Timeout.ofSeconds(1))
                        .build())
                .build();
        try (Http1Peer peer = Http1Peer.playing(connection -> {
                    connection.socket().getOutputStream().write(new byte[] {0x16, 3, 3, 0x20, 0});
                    for (int i = 0; i < 100; i++) {
                        TimeUnit.MILLISECONDS.sleep(300);
                        connection.socket().getOutputStream().write(i == 0 ? 2 : 0);
                    }
                });
                CloseableHttpClient client =
                        HttpClients.custom().setConnectionManager(manager).disableAutomaticRetries().build()) {
            CompletableFuture<String> call = CompletableFuture.supplyAsync(
                    () -> Calls.get(client, "https://127.0.0.1:" + peer.port() + "/"), task -> {
                        Thread thread = new Thread(task);
                        thread.setDaemon(true);
                        thread.start();
                    });
            return call.completeOnTimeout("no end within 5 s", 5, TimeUnit.SECONDS).get();
        }
    }

    // The queue of a listener that accepts nothing is full after two connections; a third one waits.
    private static String addresses() throws Exception {
        PoolingHttpClientConnectionManager manager = PoolingHttpClientConnectionManagerBuilder.create()
                .setDnsResolver(new SystemDefaultDnsResolver() {
                    @Override
                    public InetAddress[] resolve(String host) throws UnknownHostException {
                        return new InetAddress[] {
                            InetAddress.getByName("127.0.0.1"),
                            InetAddress.getByName("127.0.0.2"),
                            InetAddress.getByName("127.0.0.3")
                        };
                    }
                })
                .setDefaultConnectionConfig(ConnectionConfig.custom()
                        .setConnectTimeout(Timeout.ofSeconds(1))
                        .build())
                .build();
        try (ServerSocket full = new ServerSocket(0, 1);
                Socket first = new Socket("127.0.0.1", full.getLocalPort());
                Socket second = new Socket("127.0.0.1", full.getLocalPort());
                CloseableHttpClient client =
                        HttpClients.custom().setConnectionManager(manager).disableAutomaticRetries().build()) {
            long start = System.nanoTime();
            Calls.get(client, "http://many.test:" + full.getLocalPort() + "/");
            long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
            return seconds < 2 ? "less than 2 s" : seconds + " s";
        }
    }
}
