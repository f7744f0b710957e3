package dev.weir.spring;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.internal.call.LeaseNotes;
import dev.weir.testserver.BlackHole;
import dev.weir.testserver.Frame;
import dev.weir.testserver.FrameServer;
import dev.weir.testserver.IdleTimeout;
import dev.weir.testserver.LoopbackNames;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.concurrent.FutureCallback;

/** What a pool's connections do, put into one word each. Each is for a new site. */
final class Effects {

    private static final Pattern WAITED = Pattern.compile("within (\\d+) ms");

    private Effects() {}

    /** How many of two requests reach the server at once. */
    static Object requestsAtOnce(Site site) {
        site.hold(2);
        Site.await(() -> site.server().requests() + site.now().pending() == 2);
        return site.server().requests();
    }

    /** How many of two connections are kept for later. */
    static Object keptOfTwo(Site site) {
        site.hold(2);
        Site.await(() -> site.server().requests() == 2);
        site.release();
        Site.await(() -> site.now().leased() == 0);
        return site.now().idle();
    }

    /** The same, where one too many is closed right after it was given back. */
    static Object keptOfTwoInTheEnd(Site site) {
        Object kept = keptOfTwo(site);
        return Site.within(Duration.ofMillis(500), () -> site.now().idle() == 1) ? 1 : kept;
    }

    /** Whether a second caller waits for the connection of a first. */
    static Object waits(Site site) {
        site.hold(1);
        Site.await(() -> site.server().requests() == 1);
        var second = site.begin(site.server().uri("/").toString());
        Site.await(() -> second.isDone() || site.now().pending() == 1);
        return !second.isDone();
    }

    /** Whether a second caller gives up long before a second, the default, is over. */
    static Object givesUpEarly(Site site) {
        site.hold(1);
        Site.await(() -> site.server().requests() == 1);
        return atLeastOnce(() -> {
            Matcher waited = WAITED.matcher(site.get());
            return waited.find() && Integer.parseInt(waited.group(1)) < 700;
        });
    }

    /** What is quick may take longer on a busy machine, and what is slow is never quick. */
    private static boolean atLeastOnce(BooleanSupplier quick) {
        return IntStream.range(0, 2).anyMatch(attempt -> quick.getAsBoolean());
    }

    /** Whether a call to a silent address ends before two seconds, the default, are over. */
    static Object endsEarly(Site site, BlackHole nobody) {
        return atLeastOnce(() -> {
            long start = System.nanoTime();
            site.get("http://127.0.0.1:" + nobody.port() + "/");
            return System.nanoTime() - start < Duration.ofSeconds(2).toNanos();
        });
    }

    /** How a call ends whose response takes 700 ms. */
    static Object slow(Site site) {
        Site.await(() -> site.get().equals("ok")); // so that there is a connection, however long it takes
        return site.get(site.server().uri("/slow").toString()).split(":", 2)[0];
    }

    static Object call(Site site) {
        return site.get().split(":", 2)[0];
    }

    static Object callToNowhere(Site site) {
        return site.get("http://nowhere.invalid:1/").split(":", 2)[0]; // where no server listens on any machine
    }

    /** How many connections two requests need, one a time after the other. */
    static Object connectionsOfTwo(Site site, Duration between) {
        site.get();
        site.clock.advance(between);
        site.get();
        return site.server().accepted();
    }

    /** How many connections a route needs that is never idle for long, within a minute and a half. */
    static Object connectionsOfBusyRoute(Site site) {
        for (int i = 0; i < 5; i++) {
            site.get();
            site.clock.advance(Duration.ofSeconds(20));
        }
        return site.server().accepted() > 1;
    }

    /** Whether all of 20 connections live for 80 s. */
    static Object allGrowOld(Site site) {
        site.hold(20);
        Site.await(() -> site.server().requests() == 20);
        site.release();
        Site.await(() -> site.now().leased() == 0);
        site.clock.advance(Duration.ofSeconds(80));
        ((HttpPool) site.pool()).connectionManager().closeExpired();
        return site.now().idle() == 20;
    }

    /** Whether an unused connection closes by itself. */
    static Object closesUnused(Site site, Duration idle) {
        site.get();
        site.clock.advance(idle);
        return Site.within(Duration.ofSeconds(3), () -> site.server().open() == 0);
    }

    /** Whether more connections are open after a request than it needs. */
    static Object keepsMoreThanItNeeds(Site site) {
        site.get();
        return Site.within(Duration.ofSeconds(3), () -> site.server().open() >= 5);
    }

    /** What a connection dies of that the server has closed a moment ago. */
    static Object endOfClosed(Site site) {
        site.clock.stop();
        site.get();
        Site.await(() -> site.server().closeIdleNow(false) == 1);
        site.get();
        Site.await(() -> site.now().routes().get(0).closed() == 1);
        return site.now().routes().get(0).closedBy().keySet().toString();
    }

    /** Whether a server's patience is learned from a few closed connections. */
    static Object learns(Site site) {
        site.server().idleTimeout(IdleTimeout.after(Duration.ofMillis(150)));
        for (int i = 0; i < 12 && !hasLearned(site); i++) {
            site.get();
            Site.await(() -> site.server().open() == 0 && site.now().idle() == 0);
            site.clock.advance(Duration.ofMillis(100));
        }
        return Site.within(Duration.ofMillis(300), () -> hasLearned(site));
    }

    private static boolean hasLearned(Site site) {
        return site.now().routes().stream()
                .anyMatch(route -> route.learnedKeepAlive().isPresent());
    }

    /** How often two calls ask for an address. */
    static Object lookupsOfTwo(Site site, boolean exists) {
        site.names.address = exists ? "127.0.0.1" : null;
        String uri = "http://shop.test:" + site.server().port() + "/";
        site.get(uri);
        site.get(uri);
        return site.names.lookups.get();
    }

    /** How a call ends while DNS is down. */
    static Object callWithoutDns(Site site) {
        String uri = "http://shop.test:" + site.server().port() + "/";
        site.get(uri);
        site.names.address = null;
        site.clock.advance(Duration.ofSeconds(20));
        return site.get(uri).split(":", 2)[0];
    }

    /** Whether the connection closes when its host moves. */
    static Object closesWhenHostMoves(Site site) {
        site.get("http://shop.test:" + site.server().port() + "/");
        site.names.address = "127.0.0.3";
        return Site.within(Duration.ofSeconds(3), () -> site.server().open() == 0);
    }

    /** How many of two connections lead to the second address of their host. */
    static Object connectionsToSecondAddress(Site site) {
        CountDownLatch release = new CountDownLatch(1);
        site.names.address = "127.0.0.1,127.0.0.3";
        try (LoopbackServer second = LoopbackServer.http()
                .address(LoopbackNames.literal("127.0.0.3"))
                .port(site.server().port())
                .handler(exchange -> exchange.await(release).ok("ok"))
                .start()) {
            site.begin(2, "http://shop.test:" + site.server().port() + "/held");
            Site.await(() -> site.server().requests() + second.requests() == 2);
            return second.requests();
        } finally {
            release.countDown();
        }
    }

    /** How many connections are opened at once for three callers. */
    static Object dialsAtOnce(Site site, BlackHole nobody) {
        site.begin(3, "http://127.0.0.1:" + nobody.port() + "/");
        Site.await(() -> site.now().dialing() + site.now().pending() == 3);
        return site.now().dialing();
    }

    /** How many exchanges of three share their connections, whose server allows as many as given. */
    static Object streamsAtOnce(Site site, int allowed) {
        AtomicInteger begun = new AtomicInteger();
        try (FrameServer server = FrameServer.playing(connection -> {
            connection.begin(allowed);
            while (true) {
                connection.request();
                begun.incrementAndGet();
            }
        })) {
            site.begin(3, server.uri());
            Site.await(() -> begun.get() + site.now().pending() == 3);
            return begun.get();
        }
    }

    /** Whether a silent connection is asked whether its server is there. */
    static Object isPinged(Site site) {
        CountDownLatch pinged = new CountDownLatch(1);
        try (FrameServer server = FrameServer.playing(connection -> {
            connection.begin(100);
            connection.answer(connection.request(), "ok");
            connection.next(Frame.PING);
            pinged.countDown();
            connection.awaitEnd();
        })) {
            site.get(server.uri());
            return Site.within(Duration.ofSeconds(3), () -> pinged.getCount() == 0);
        }
    }

    /** Whether a connection is given up whose server answers no ping. */
    static Object isGivenUp(Site site) {
        try (FrameServer server = FrameServer.playing(connection -> {
            connection.begin(100);
            connection.ignorePings();
            connection.answer(connection.request(), "ok");
            connection.awaitEnd();
        })) {
            site.get(server.uri());
            return Site.within(
                    Duration.ofSeconds(3), () -> site.now().routes().get(0).closed() == 1);
        }
    }

    /** Whether a caller that is refused learns the path of the request that holds the connection. */
    static Object isNamedAsHolder(Site site) {
        site.hold(1);
        Site.await(() -> site.server().requests() == 1);
        return site.get().contains("GET /held");
    }

    /** How often a request is sent to a server that says it is busy. */
    static Object triesWhereBusy(Site site) {
        return tries(site, "/busy");
    }

    /** The same of a server that says for how long. */
    static Object triesWhereBusyForASecond(Site site) {
        return tries(site, "/busy-for-a-second");
    }

    private static long tries(Site site, String path) {
        long before = site.server().requests();
        site.get(site.server().uri(path).toString());
        return site.server().requests() - before;
    }

    /** Whether a response that is not read is reported. */
    static Object isReported(Site site) {
        site.leak();
        return Site.within(Duration.ofSeconds(3), () -> site.leaks.getCount() == 0);
    }

    /** Whether a call leaves where its time went, to be logged if it is slow. */
    static Object isWatched(Site site) {
        site.get();
        HttpClientContext context = HttpClientContext.create();
        try {
            ((HttpPool) site.pool()).client().execute(new HttpGet(site.server().uri("/")), context, response -> "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return LeaseNotes.of(context) != null;
    }

    /** How many I/O threads the pool has that no other has. */
    static int ownIoThreads(Site site) {
        answered(site);
        String own = "weir-io-" + site.pool().name() + "-";
        return (int) Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith(own))
                .count();
    }

    private static void answered(Site site) {
        try (FrameServer server = responding()) {
            site.get(server.uri());
        }
    }

    private static FrameServer responding() {
        return FrameServer.playing(connection -> {
            connection.begin(100);
            connection.answer(connection.request(), "ok");
            connection.awaitEnd();
        });
    }

    /** Whether a caller of the asynchronous client is called back by the thread of its connection. */
    @SuppressWarnings("FutureReturnValueIgnored") // its callback hears of it
    static Object isCalledBackOnIoThread(Site site) throws Exception {
        answered(site);
        CompletableFuture<String> thread = new CompletableFuture<>();
        try (FrameServer server = responding()) {
            ((AsyncHttpPool) site.pool())
                    .client()
                    .execute(SimpleRequestBuilder.get(server.uri().toString()).build(), new ThreadOfEnd(thread));
            return thread.get(30, TimeUnit.SECONDS).startsWith("weir-io-");
        }
    }

    private record ThreadOfEnd(CompletableFuture<String> name) implements FutureCallback<SimpleHttpResponse> {
        @Override
        public void completed(SimpleHttpResponse response) {
            cancelled();
        }

        @Override
        public void failed(Exception cause) {
            cancelled();
        }

        @Override
        public void cancelled() {
            name.complete(Thread.currentThread().getName());
        }
    }
}
