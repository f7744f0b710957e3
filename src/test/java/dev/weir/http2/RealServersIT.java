package dev.weir.http2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.event.RouteSnapshot;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolFetch;
import dev.weir.testserver.Handler;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.RealServer;
import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.ContentType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** HTTP/2 with servers that others have written; {@code .ci/run} installs them. */
class RealServersIT {

    private static final int CALLERS = 300;

    @TempDir
    private Path directory;

    private final int port = RealServer.freePort();

    @BeforeEach
    void writeCertificate() {
        TestCertificates.trusted().writePem(directory.resolve("server.pem"));
    }

    private static AsyncHttpPool pool() {
        return HttpPool.builder("real")
                .sslContext(TestCertificates.trusted().clientContext())
                .timeouts(t -> t.poolWait(Duration.ofSeconds(30))
                        .connect(Duration.ofSeconds(40))
                        .read(Duration.ofSeconds(60))
                        .total(Duration.ZERO))
                .buildAsync();
    }

    private RealServer nginx() throws IOException {
        assumeTrue(RealServer.isInstalled("nginx"), "nginx is not installed (package nginx-light)");
        Files.writeString(directory.resolve("nginx.conf"), """
                daemon off; worker_processes 1; pid nginx.pid; error_log stderr warn;
                events { worker_connections 1000; }
                http {
                  access_log off;
                  client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path f; uwsgi_temp_path u; scgi_temp_path s;
                  server {
                    listen 127.0.0.1:%d ssl http2;
                    ssl_certificate server.pem; ssl_certificate_key server.pem;
                    keepalive_requests 100;
                    location / { return 200 "ok"; }
                  }
                }
                """.formatted(port));
        return RealServer.start(
                directory,
                port,
                List.of("/usr/sbin/nginx", "-p", directory.toString(), "-c", "nginx.conf", "-e", "stderr"));
    }

    private RealServer haproxy(int upstream) throws IOException {
        assumeTrue(RealServer.isInstalled("haproxy"), "HAProxy is not installed (package haproxy)");
        Files.writeString(directory.resolve("haproxy.cfg"), """
                global
                  hard-stop-after 20s
                defaults
                  mode http
                  timeout connect 5s
                  timeout client 30s
                  timeout server 30s
                frontend weir
                  bind 127.0.0.1:%d ssl crt server.pem alpn h2,http/1.1
                  default_backend upstream
                backend upstream
                  server one 127.0.0.1:%d
                """.formatted(port, upstream));
        return RealServer.start(
                directory, port, List.of("/usr/sbin/haproxy", "-W", "-C", directory.toString(), "-f", "haproxy.cfg"));
    }

    private SimpleHttpRequest request(int number) {
        String uri = "https://localhost:" + port + "/";
        return number % 2 == 0
                ? SimpleRequestBuilder.get(uri).build()
                : SimpleRequestBuilder.post(uri)
                        .setBody("body", ContentType.TEXT_PLAIN)
                        .build();
    }

    @Test
    void noneOfThreeHundredCallersNoticesThatNginxClosesAfterAHundredRequests() throws Exception {
        int requests = 15_000;
        try (RealServer nginx = nginx();
                AsyncHttpPool pool = pool()) {
            Callers callers = new Callers(pool);
            callers.start();
            PoolCall.awaitUntil(() -> callers.answered.get() >= requests || !callers.failures.isEmpty());
            callers.stop();

            assertThat(nginx.isRunning()).isTrue();
            assertThat(callers.failures).isEmpty();
            long opened = pool.snapshot().routes().stream()
                    .mapToLong(RouteSnapshot::opened)
                    .sum();
            assertThat(opened).isLessThanOrEqualTo((long) (1.2 * callers.answered.get() / 100));
        }
    }

    @Test
    void noneOfThreeHundredCallersNoticesThatHaproxyIsReloaded() throws Exception {
        try (LoopbackServer upstream =
                        LoopbackServer.http().handler(Handler.ok("ok")).start();
                RealServer haproxy = haproxy(upstream.port());
                AsyncHttpPool pool = pool()) {
            Callers callers = new Callers(pool);
            callers.start();
            for (int reload = 1; reload <= 3; reload++) {
                int due = callers.answered.get() + 1_000;
                PoolCall.awaitUntil(() -> callers.answered.get() >= due || !callers.failures.isEmpty());
                haproxy.signal("USR2");
            }
            int due = callers.answered.get() + 2_000;
            PoolCall.awaitUntil(() -> callers.answered.get() >= due || !callers.failures.isEmpty());
            callers.stop();

            assertThat(callers.failures).isEmpty();
        }
    }

    /** Each sends its next request when the one before was answered. */
    private final class Callers {
        final AtomicInteger answered = new AtomicInteger();
        final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
        private final AsyncHttpPool pool;
        private final AtomicBoolean stopped = new AtomicBoolean();
        private final CountDownLatch left = new CountDownLatch(CALLERS);

        Callers(AsyncHttpPool pool) {
            this.pool = pool;
        }

        void start() {
            IntStream.range(0, CALLERS).forEach(this::send);
        }

        void stop() {
            stopped.set(true);
            PoolFetch.await(left);
        }

        @SuppressWarnings("FutureReturnValueIgnored") // the callback hears all that the future could tell
        private void send(int number) {
            if (stopped.get()) {
                left.countDown();
                return;
            }
            pool.client().execute(request(number), new FutureCallback<>() {
                @Override
                public void completed(SimpleHttpResponse response) {
                    if (response.getCode() == 200) {
                        answered.incrementAndGet();
                        send(number);
                    } else {
                        failed(new IOException("status " + response.getCode()));
                    }
                }

                @Override
                public void failed(Exception cause) {
                    failures.add(cause);
                    left.countDown();
                }

                @Override
                public void cancelled() {
                    failed(new IOException("cancelled"));
                }
            });
        }
    }
}
