package dev.weir.internal.dns;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** When a lookup ends, each of its callers is told how. */
@Timeout(60)
class LandingTest {

    private static final Name NAME = Name.of("recs", 443);
    private static final DnsTimes TIMES = new DnsTimes(ofSeconds(10), ofSeconds(5), ofSeconds(60));

    private final LookupCache cache = new LookupCache(10, new FakeClock(), LookupThreads.shared());

    private static Lookup lookup(Question question) {
        return Lookup.ofCaller(NAME, question, TIMES);
    }

    @Test
    void anErrorInOneCallerCostsTheOthersNothing() throws Exception {
        CountDownLatch opened = new CountDownLatch(1);
        AtomicInteger asked = new AtomicInteger();
        Lookup lookup = lookup(() -> {
            Callers.await(opened);
            return List.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), asked.incrementAndGet()));
        });
        CountDownLatch told = new CountDownLatch(10);
        for (int i = 0; i < 10; i++) {
            cache.resolve(lookup, end -> {
                told.countDown();
                throw new AssertionError("on purpose");
            });
        }
        opened.countDown();

        assertThat(told.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(asked).hasValue(1);
    }

    @Test
    void aFailureOfTheResolverNamesTheHost() {
        CompletableFuture<Exception> failure = new CompletableFuture<>();
        ScriptedResolver broken = new ScriptedResolver().script("recs", () -> {
            throw new LinkageError("on purpose");
        });
        CachingDnsResolver resolver =
                new CachingDnsResolver(broken, () -> TIMES, new FakeClock(), (host, outcome, nanos) -> {});
        resolver.resolve("recs", 443, new CachingDnsResolver.Answer() {
            @Override
            public void resolved(List<InetSocketAddress> addresses) {}

            @Override
            public void failed(Exception cause) {
                failure.complete(cause);
            }
        });

        assertThat(failure.join()).hasMessage("recs: the resolver failed: java.lang.LinkageError: on purpose");
    }
}
