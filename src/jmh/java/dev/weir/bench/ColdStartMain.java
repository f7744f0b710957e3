package dev.weir.bench;

import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.core5.http.io.entity.EntityUtils;

/**
 * A JVM of {@link ColdStartBenchmark}: sends requests one after the other, and prints its time and its CPU time at the first
 * response, both after the last one, and its memory. It loads the classes of one client alone.
 */
final class ColdStartMain {

    private static final int REQUESTS = 2_000;

    private ColdStartMain() {}

    /** Takes the name of the client, the URI and the certificate of the server. */
    public static void main(String[] args) throws Exception {
        URI uri = URI.create(args[1]);
        CloseableHttpClient client = args[0].equals("Weir") ? weir(args[2]) : plain(args[2]);
        for (int i = 0; i < REQUESTS; i++) {
            client.execute(new HttpGet(uri), response -> EntityUtils.toByteArray(response.getEntity()));
            if (i == 0) {
                print();
            }
        }
        print();
        System.out.println(Machine.residentBytes());
        System.exit(0);
    }

    private static void print() {
        long startMillis = ManagementFactory.getRuntimeMXBean().getStartTime();
        System.out.println(TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis() - startMillis));
        System.out.println(Machine.cpuNanos());
    }

    private static CloseableHttpClient weir(String certificate) throws Exception {
        HttpPoolBuilder builder =
                HttpPool.builder("cold").timeouts(t -> t.connect(Duration.ofSeconds(30))); // busy machines are slow
        if (!certificate.isEmpty()) {
            builder.sslContext(Server.context(certificate));
        }
        return builder.build().client();
    }

    private static CloseableHttpClient plain(String certificate) throws Exception {
        PoolingHttpClientConnectionManagerBuilder builder = PoolingHttpClientConnectionManagerBuilder.create();
        if (!certificate.isEmpty()) {
            builder.setTlsSocketStrategy(new DefaultClientTlsStrategy(Server.context(certificate)));
        }
        return HttpClients.custom().setConnectionManager(builder.build()).build();
    }
}
