package dev.weir.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.failure.TotalTimeoutException.Phase;
import dev.weir.internal.client.LibraryVersions;
import dev.weir.internal.deadline.AlarmsSet;
import dev.weir.internal.pool.ClosedPool;
import dev.weir.internal.ports.PortFailures;
import dev.weir.internal.thread.ScarceThreads;
import dev.weir.testpool.ClientCalls;
import dev.weir.testserver.Exchange;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.SilentServer;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.client5.http.ConnectExceptionSupport;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.impl.InMemoryDnsResolver;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Provokes each failure that docs/errors.md explains, and compares the texts. Numbers do not matter. */
class ErrorsIT {
    private static final Page ERRORS = Page.of("docs/errors.md");
    private static final long LIMIT_SECONDS = 30;

    private static HttpPoolBuilder shop() throws IOException {
        InMemoryDnsResolver names = new InMemoryDnsResolver();
        names.add("recs", InetAddress.getByAddress("recs", new byte[] {127, 0, 0, 1}));
        return HttpPool.builder("shop").dnsResolver(names);
    }

    private static ThrowingCallable post(HttpPool pool, String scheme, int port) {
        return () -> pool.client()
                .execute(
                        ClassicRequestBuilder.post(scheme + "://recs:" + port + "/")
                                .build(),
                        response -> null);
    }

    private static void assertExplained(String section, ThrowingCallable code) {
        Throwable failure = catchThrowable(code);

        assertThat(failure).isNotNull();
        assertThat(ERRORS.section(section).blocks().stream().map(block -> withoutNumbers(block.text())))
                .contains(withoutNumbers(failure + "\n"));
    }

    private static String withoutNumbers(String text) {
        return text.replaceAll("[0-9]+", "0");
    }

    @Test
    void listsAllThatIsWrongWithAConfiguration() {
        assertExplained(
                "InvalidPoolConfigException",
                () -> HttpPool.builder("shop")
                        .maxTotal(10)
                        .maxPerRoute(20)
                        .timeouts(t -> t.connect(Duration.ofSeconds(5)).read(Duration.ofSeconds(2)))
                        .build());
    }

    @Test
    void explainsAPoolThatIsExhaustedAfterAWait() throws Exception {
        try (HttpPool pool = shop().maxPerRoute(1).build()) {
            whileLeased(pool, port -> assertExplained("PoolExhaustedException", post(pool, "http", port)));
        }
    }

    @Test
    void explainsAPoolThatIsExhaustedAtOnce() throws Exception {
        try (HttpPool pool = shop().maxPerRoute(1).maxPending(0).build()) {
            whileLeased(pool, port -> assertExplained("PoolExhaustedException", post(pool, "http", port)));
        }
    }

    @Test
    void explainsARefusalBecauseTheWaitWouldBeTooLong() throws Exception {
        try (HttpPool pool = shop().maxPerRoute(1)
                .timeouts(t -> t.poolWait(Duration.ofMillis(100)))
                .build()) {
            int slow = 4; // as many as it takes to know how long connections are held
            whileLeased(pool, slow, port -> {
                // The first waits until the lease is as old as slow ones were.
                assertThat(catchThrowable(post(pool, "http", port))).isNotNull();
                assertExplained("PoolExhaustedException", post(pool, "http", port));
            });
        }
    }

    @Test
    void namesTheLimitThatABodyExceeds() throws Exception {
        try (LoopbackServer server = LoopbackServer.http()
                        .handler(exchange -> exchange.ok("hello"))
                        .start();
                HttpPool pool = shop().maxDecodedSize(4).build()) {
            assertExplained("BodyTooLargeException", post(pool, "http", server.port()));
        }
    }

    @Test
    void reportsARetryBudgetThatIsUsedUp() throws Exception {
        try (LoopbackServer server =
                        LoopbackServer.http().handler(Exchange::hangUp).start();
                HttpPool pool = shop().retry(retry -> retry.maxRetries(100).backoff(Duration.ofMillis(1)))
                        .build()) {
            URI uri = URI.create("http://recs:" + server.port() + "/");
            Throwable failure = catchThrowable(() -> ClientCalls.get(pool.client(), uri));

            assertExplained("RetryBudgetException", () -> {
                throw failure.getSuppressed()[0];
            });
        }
    }

    private interface Step {
        void run(int port) throws Exception;
    }

    /** Does something while one call holds a connection until the end of it. */
    private static void whileLeased(HttpPool pool, Step step) throws Exception {
        whileLeased(pool, 0, step);
    }

    private static void whileLeased(HttpPool pool, int slowBefore, Step step) throws Exception {
        CountDownLatch done = new CountDownLatch(1);
        AtomicInteger slow = new AtomicInteger(slowBefore);
        ExecutorService holder = Executors.newSingleThreadExecutor();
        try (LoopbackServer server = LoopbackServer.http()
                .handler(exchange -> {
                    if (slow.getAndDecrement() > 0) {
                        exchange.delay(Duration.ofMillis(150)).ok("slow");
                    } else {
                        exchange.await(done).ok("late");
                    }
                })
                .start()) {
            for (int i = 0; i < slowBefore; i++) {
                assertThat(catchThrowable(post(pool, "http", server.port()))).isNull();
            }
            var held = holder.submit(() -> catchThrowable(post(pool, "http", server.port())));
            server.awaitRequests(slowBefore + 1L, Duration.ofSeconds(LIMIT_SECONDS));
            step.run(server.port());
            done.countDown();
            held.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        } finally {
            holder.shutdownNow();
        }
    }

    @Test
    void tellsTheTimeThatACallTook() throws Exception {
        try (SilentServer server = SilentServer.mute();
                HttpPool pool = shop().timeouts(t -> t.unordered()
                                .poolWait(Duration.ofSeconds(LIMIT_SECONDS))
                                .connect(Duration.ofSeconds(LIMIT_SECONDS))
                                .read(Duration.ofSeconds(LIMIT_SECONDS))
                                .total(Duration.ofSeconds(3)))
                        .build()) {
            String target = "http://recs:" + server.port();

            assertExplained(
                    "TotalTimeoutException",
                    () -> pool.client()
                            .execute(ClassicRequestBuilder.get(target).build(), response -> null));
        }
    }

    @Test
    void tellsThePhasesOfATotalTimeout() {
        List<List<String>> rows = ERRORS.rows("Phase");

        assertThat(rows)
                .extracting(row -> row.get(0) + " " + row.get(1))
                .containsExactlyElementsOf(Arrays.stream(Phase.values())
                        .map(phase -> phase.name() + " " + phase)
                        .toList());
    }

    @Test
    void namesThePoolThatIsClosed() throws Exception {
        HttpPool pool = shop().build();
        pool.close();

        assertExplained("PoolClosedException", post(pool, "http", 80));
    }

    @Test
    void namesThePoolThatIsDraining() {
        assertExplained("PoolClosedException", () -> {
            throw ClosedPool.draining("shop");
        });
    }

    @Test
    void namesThePoolThatWasClosedBeforeTheRequestWasSent() {
        assertExplained("PoolClosedException", () -> {
            throw ClosedPool.beforeSending("shop");
        });
    }

    @Test
    void namesThePoolThatWasClosedDuringTheRequest() {
        assertExplained("PoolClosedException", () -> {
            throw ClosedPool.underWay("shop");
        });
    }

    @Test
    void refusesAnOldHttpClient(@TempDir Path directory) throws Exception {
        assertExplained(
                "HttpClientVersionException",
                () -> checkVersions(directory, "org/apache/hc/client5", "info.release = 5.5.2"));
    }

    @Test
    void refusesAnOldHttpCore(@TempDir Path directory) throws Exception {
        assertExplained(
                "HttpClientVersionException",
                () -> checkVersions(directory, "org/apache/hc/core5", "info.release = 5.3.6"));
    }

    /** Checks the libraries on a class path that begins with another description of one of them. */
    private static void checkVersions(Path directory, String library, String description) throws Throwable {
        Path file = Files.createDirectories(directory.resolve(library)).resolve("version.properties");
        Files.writeString(file, description);
        List<URL> classPath = new ArrayList<>(List.of(directory.toUri().toURL()));
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            classPath.add(Path.of(entry).toUri().toURL());
        }
        try (URLClassLoader loader =
                new URLClassLoader(classPath.toArray(new URL[0]), ClassLoader.getPlatformClassLoader())) {
            loader.loadClass(LibraryVersions.class.getName()).getMethod("check").invoke(null);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    @Test
    void reportsAHandshakeThatDrips() throws Exception {
        try (SilentServer server = SilentServer.drippingTls(Duration.ofMillis(20));
                HttpPool pool =
                        shop().timeouts(t -> t.connect(Duration.ofMillis(500))).build()) {
            assertExplained("ConnectTimeoutException", post(pool, "https", server.port()));
        }
    }

    /** Which of the two forms comes first is chance where a host does not answer at all. */
    @Test
    void reportsAHostThatDoesNotAnswer() throws Exception {
        InetAddress address = InetAddress.getByAddress("recs", new byte[] {127, 0, 0, 1});

        assertExplained("ConnectTimeoutException", () -> {
            throw ConnectExceptionSupport.enhance(
                    new SocketTimeoutException("Connect timed out"), new HttpHost("https", "recs", 8443), address);
        });
    }

    /** The ports of the machine are not used up for it. */
    @Test
    void reportsThatNoLocalPortIsFree() {
        assertExplained("Cannot assign requested address", () -> {
            throw PortFailures.explained(
                    new BindException("Cannot assign requested address"),
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), 8080),
                    null);
        });
    }

    @Test
    void reportsALocalAddressThatTheMachineDoesNotHave() throws Exception {
        InetAddress elsewhere = InetAddress.getByAddress(new byte[] {(byte) 192, 0, 2, 1});
        try (LoopbackServer server = LoopbackServer.http().start();
                HttpPool pool = shop().localAddress(elsewhere).build()) {
            assertExplained("Cannot assign requested address", post(pool, "http", server.port()));
        }
    }

    @Test
    void reportsAServerThatIsSilent() throws Exception {
        try (SilentServer server = SilentServer.mute();
                HttpPool pool =
                        shop().timeouts(t -> t.read(Duration.ofMillis(300))).build()) {
            assertExplained("Read timed out", post(pool, "http", server.port()));
        }
    }

    @Test
    void reportsAServerThatHangsUp() throws Exception {
        try (LoopbackServer server = LoopbackServer.http()
                        .handler(exchange -> exchange.hangUp())
                        .start();
                HttpPool pool = shop().build()) {
            assertExplained("NoHttpResponseException", post(pool, "http", server.port()));
        }
    }

    @Test
    void reportsAChunkWithoutASize() throws Exception {
        byte[] response = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n+2\r\nok\r\n0\r\n\r\n"
                .getBytes(StandardCharsets.US_ASCII);
        try (LoopbackServer server = LoopbackServer.http()
                        .handler(exchange -> exchange.output().write(response))
                        .start();
                HttpPool pool = shop().build()) {
            assertExplained(
                    "MalformedChunkCodingException",
                    () -> pool.client()
                            .execute(
                                    ClassicRequestBuilder.post("http://recs:" + server.port() + "/")
                                            .build(),
                                    answer -> EntityUtils.toString(answer.getEntity())));
        }
    }

    @Test
    void refusesToConfigureTheManagerOfAPool() throws Exception {
        try (HttpPool pool = shop().build()) {
            assertExplained(
                    "The connection manager takes no configuration",
                    () -> pool.connectionManager().setDefaultConnectionConfig(ConnectionConfig.DEFAULT));
        }
    }

    @Test
    void reportsAThreadThatCannotBeStarted() {
        ScarceThreads threads = new ScarceThreads("deadlines");
        threads.refuse(1);

        assertExplained("NoThreadException", () -> AlarmsSet.setOn(AlarmsSet.on(threads)));
    }

    @Test
    void explainsNothingElse() {
        long tests = Arrays.stream(ErrorsIT.class.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(Test.class))
                .count();
        int withoutText = 2; // the phases, and this

        assertThat(ERRORS.blocks()).hasSize((int) tests - withoutText);
    }
}
