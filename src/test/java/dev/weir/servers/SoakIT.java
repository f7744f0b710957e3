package dev.weir.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.HttpPool;
import dev.weir.event.PoolEvent;
import dev.weir.event.PoolSnapshot;
import dev.weir.faults.Sockets;
import dev.weir.internal.deadline.AlarmsSet;
import dev.weir.testpool.PoolBooks;
import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Nothing leaks while servers restart, the network fails and callers give up. Runs by {@code mvn verify
 * -Dit.test=SoakIT -Dexcluded=none -Dsoak.minutes=60 -Dsoak.seed=1}, and prints its samples.
 */
@Tag("soak")
class SoakIT {

    private static final Duration LASTS = Duration.ofMinutes(Long.getLong("soak.minutes", 2));

    /** Decides which requests are sent and which faults occur in which order, but not the moments. */
    private static final long SEED = Long.getLong("soak.seed", new Random().nextInt(1_000_000));

    private static final long LONGEST_BETWEEN_FAULTS_NANOS = TimeUnit.SECONDS.toNanos(4);
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(40);
    private static final long SETTLED_NANOS = TimeUnit.SECONDS.toNanos(30);

    // Fair, so that a sample gets its turn between two requests.
    private final ReentrantReadWriteLock sending = new ReentrantReadWriteLock(true);
    private final List<Disturbed> servers = new ArrayList<>();
    private final List<Thread> callers = new ArrayList<>();
    private final List<Sample> samples = new ArrayList<>();
    private final Map<String, LongAdder> wrong = new ConcurrentHashMap<>();
    private final LongAdder answered = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final long startNanos = System.nanoTime();
    private volatile boolean stopped;

    @TempDir
    private Path directory;

    /** The JDK keeps 20,480 sessions of each context for a day, which looks like a leak for hours. */
    @BeforeAll
    static void keepFewSessions() {
        System.setProperty("javax.net.ssl.sessionCacheSize", "100");
    }

    @Test
    void leavesNothingBehind() throws Exception {
        assumeTrue(Sockets.areCountable(), "this system does not tell its sockets");
        System.out.println("soak of " + LASTS + " with -Dsoak.seed=" + SEED);
        try {
            for (Server.Kind kind : List.of(Server.Kind.TOMCAT, Server.Kind.NGINX, Server.Kind.HAPROXY)) {
                if (kind.isInstalled()) {
                    servers.add(new Disturbed(Server.start(kind, directory)));
                }
            }
            run(new Random(SEED));
            samples.forEach(this::check);
            checkGrowth("heap", SoakIT::heap, 0.02);
            checkGrowth("least number of threads", SoakIT::threads, 0.1);
            assertThat(wrong).isEmpty();
        } finally {
            for (Disturbed server : servers) {
                server.close();
            }
        }
    }

    private void run(Random random) throws Exception {
        for (Disturbed server : servers) {
            for (Client client : server.clients) {
                startCaller(server, client);
                startCaller(server, client);
            }
        }
        long betweenSamplesNanos = Math.max(TimeUnit.SECONDS.toNanos(5), LASTS.toNanos() / 60);
        long sampleNanos = startNanos;
        while (System.nanoTime() - startNanos < LASTS.toNanos()) {
            LockSupport.parkNanos((long) (random.nextDouble() * LONGEST_BETWEEN_FAULTS_NANOS));
            if (random.nextInt(4) == 0) {
                callers.get(random.nextInt(callers.size())).interrupt();
            } else {
                Disturbed server = servers.get(random.nextInt(servers.size()));
                System.out.println("soak " + seconds() + " s: " + server.disturb(random) + " at " + server.server.kind);
            }
            if (System.nanoTime() - sampleNanos > betweenSamplesNanos) {
                sampleNanos = System.nanoTime();
                sample();
            }
        }
        stopped = true;
        for (Thread caller : callers) {
            caller.join(TimeUnit.SECONDS.toMillis(60));
        }
        sample();
    }

    private void startCaller(Disturbed server, Client client) {
        Random random = new Random(SEED * 1_000 + callers.size());
        Thread caller = new Thread(
                () -> {
                    while (!stopped) {
                        send(server, client, Kind.any(random));
                        LockSupport.parkNanos((long) (random.nextDouble() * LONGEST_PAUSE_NANOS));
                    }
                },
                "soak-" + callers.size());
        caller.setDaemon(true);
        callers.add(caller);
        caller.start();
    }

    private void send(Disturbed server, Client client, Kind kind) {
        sending.readLock().lock();
        try {
            int outages = server.outages.get();
            Kind.Answer answer = client.send(kind, server.base());
            String difference = kind.wrong(answer, server.server.kind.dropsTrailers());
            int status = answer.head.getCode();
            boolean wasUp = outages % 2 == 0 && outages == server.outages.get();
            // A proxy says by its status that it does not reach its server, and Tomcat that it has stopped what it
            // serves.
            if (difference.isEmpty()) {
                answered.increment();
            } else if (status >= 500 || (status == 404 && !wasUp)) {
                failed.increment();
            } else {
                count(kind + ": " + difference);
            }
        } catch (Exception e) {
            failed.increment();
        } finally {
            Thread.interrupted(); // a fault, meant for this request
            sending.readLock().unlock();
        }
    }

    private void count(String what) {
        wrong.computeIfAbsent(what, any -> new LongAdder()).increment();
    }

    private void sample() {
        sending.writeLock().lock();
        try {
            settled(AlarmsSet::count, alarms -> alarms == 0);
            for (int i = 0; i < 3; i++) {
                System.gc(); // a later collection frees what the first one only prepares
            }
            long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
            Open open = settled(this::open, each -> each.sockets == each.idle);
            long threads = Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> thread.getName().startsWith("weir-"))
                    .count();
            long alarms = settled(AlarmsSet::count, each -> each == 0);
            samples.add(new Sample(seconds(), heap, threads, open.sockets, open.idle, alarms));
            System.out.println(
                    "soak " + samples.get(samples.size() - 1) + ", answered " + answered + ", failed " + failed);
        } catch (AssertionError e) {
            count(seconds() + " s: " + e.getMessage());
        } finally {
            sending.writeLock().unlock();
        }
    }

    private long seconds() {
        return TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - startNanos);
    }

    private Open open() {
        long idle = 0;
        long sockets = 0;
        for (Disturbed server : servers) {
            idle += server.idle();
            sockets += server.sockets();
        }
        return new Open(sockets, idle);
    }

    /** Samples until the figures have settled, for a limited time; returns the last. */
    private static <T> T settled(Supplier<T> look, Predicate<T> isSettled) {
        long beginNanos = System.nanoTime();
        T seen = look.get();
        while (!isSettled.test(seen) && System.nanoTime() - beginNanos < SETTLED_NANOS) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
            seen = look.get();
        }
        return seen;
    }

    private void check(Sample sample) {
        if (sample.sockets != sample.idle || sample.alarms != 0) {
            count("sockets other than idle connections, or deadlines without a caller: " + sample);
        }
    }

    /**
     * Compares the fourth quarter with the third: before, caches and the compiler settle. With fewer than 40 samples, the
     * medians of quarters depend more on chance than on growth.
     */
    private void checkGrowth(String what, ToLongFunction<List<Sample>> figure, double most) {
        int size = samples.size();
        double before = figure.applyAsLong(samples.subList(size / 2, Math.max(size / 2 + 1, size * 3 / 4)));
        double growth = before == 0 ? 0 : figure.applyAsLong(samples.subList(size * 3 / 4, size)) / before - 1;
        if (size >= 40 && growth > most) {
            count("the " + what + " has grown in the last half by the factor " + (1 + growth));
        }
    }

    /** The median, because single samples depend on what the servers have just done. */
    private static long heap(List<Sample> samples) {
        long[] sorted = samples.stream().mapToLong(Sample::heapBytes).sorted().toArray();
        return sorted[sorted.length / 2];
    }

    /** The least number, because threads for uploads and lookups come and go, and one that leaks is in every later sample. */
    private static long threads(List<Sample> samples) {
        return samples.stream().mapToLong(Sample::threads).min().orElse(0);
    }

    private record Open(long sockets, long idle) {}

    /** The figures of a moment at which no caller sends. */
    private record Sample(long seconds, long heapBytes, long threads, long sockets, long idle, long alarms) {}

    /** A server, the way to it, and a pool of each kind that sends to it. The thread of the soak alone disturbs it. */
    private static final class Disturbed {

        final Server server;
        final List<Client> clients = new ArrayList<>();

        // Odd from the moment at which the server is told to end until it listens again. Written by the soak's thread
        // alone.
        final AtomicInteger outages = new AtomicInteger();

        private final Relay relay;
        private final Map<Client, LongAdder> leasesHeard = new ConcurrentHashMap<>();
        private final Map<Client, LongAdder> closesHeard = new ConcurrentHashMap<>();

        Disturbed(Server server) {
            this.server = server;
            this.relay = Relay.to(server.port);
            for (Client.Type type : Client.Type.values()) {
                LongAdder leases = new LongAdder();
                LongAdder closes = new LongAdder();
                Client client = Client.open(
                        type,
                        HttpPool.builder("soak-" + type)
                                .sslContext(TestCertificates.trusted().clientContext())
                                .maxPerRoute(8)
                                .listener(event -> {
                                    if (event instanceof PoolEvent.LeaseEnded) {
                                        leases.increment();
                                    } else if (event instanceof PoolEvent.ConnectionClosed) {
                                        closes.increment();
                                    }
                                })
                                .timeouts(t -> t.unordered()
                                        .poolWait(Duration.ofSeconds(2))
                                        .connect(Duration.ofSeconds(3))
                                        .read(Duration.ofSeconds(3))
                                        .total(Duration.ofSeconds(6))));
                clients.add(client);
                leasesHeard.put(client, leases);
                closesHeard.put(client, closes);
            }
        }

        String base() {
            return "https://localhost:" + relay.port();
        }

        /** Disturbs it, or the way to it, or the pools; returns the kind of fault. */
        String disturb(Random random) throws IOException {
            relay.cut(0);
            Client client = clients.get(random.nextInt(clients.size()));
            return switch (random.nextInt(8)) {
                case 0 -> {
                    client.pool.evictIdle();
                    yield "idle connections evicted";
                }
                case 1 -> {
                    client.pool.reconfigure(client.pool.config().toBuilder()
                            .maxPerRoute(1 + random.nextInt(12))
                            .build());
                    yield "another limit";
                }
                case 2 -> {
                    relay.swallow();
                    yield "a black hole on all connections";
                }
                case 3 -> {
                    relay.reset();
                    yield "a reset of all connections";
                }
                case 4 -> {
                    relay.cut(0.02);
                    yield "2 % of packets cut their connection";
                }
                case 5 -> {
                    outages.incrementAndGet();
                    server.stop();
                    server.start();
                    outages.incrementAndGet();
                    yield "stop and start";
                }
                case 6 -> {
                    outages.incrementAndGet();
                    server.kill();
                    server.start();
                    outages.incrementAndGet();
                    yield "kill and start";
                }
                default -> {
                    if (!server.kind.reloadSignal.isEmpty()) {
                        server.reload();
                    }
                    yield "reload";
                }
            };
        }

        /** Waits until nothing is leased, and checks that the counts of each pool add up, and equal those of its listener. */
        long idle() {
            long idle = 0;
            for (Client client : clients) {
                PoolSnapshot rest = PoolBooks.atRest(client.pool);
                idle += rest.idle();
                // The pool counts first, and then calls its listener.
                assertHeard(leasesHeard, client, () -> PoolBooks.leases(client.pool));
                assertHeard(
                        closesHeard,
                        client,
                        () -> client.pool.snapshot().routes().stream()
                                .mapToLong(route -> route.closed())
                                .sum());
            }
            return idle;
        }

        private static void assertHeard(Map<Client, LongAdder> heard, Client client, Supplier<Long> counted) {
            LongAdder events = Objects.requireNonNull(heard.get(client));
            settled(events::sum, sum -> sum.equals(counted.get()));
            assertThat(events.sum()).as("events").isEqualTo(counted.get());
        }

        long sockets() {
            try {
                return Sockets.open(relay.port());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        void close() throws IOException {
            clients.forEach(Client::close);
            relay.close();
            server.close();
        }
    }
}
