package dev.weir.servers;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.config.Protocol;
import dev.weir.testserver.TestCertificates;
import java.time.Duration;

/** The clients, each with the defaults of its library but for timeouts that let a busy machine take its time. */
enum ClientKind {
    BLOCKING("Weir, blocking") {
        @Override
        Client open(Target target, Duration patience) {
            HttpPool pool = weir(target, patience).build();
            return new BlockingCaller(pool.client(), pool::close);
        }
    },

    ASYNC_HTTP_1("Weir, async, HTTP/1.1") {
        @Override
        Client open(Target target, Duration patience) {
            AsyncHttpPool pool =
                    weir(target, patience).protocol(Protocol.HTTP_1_1).buildAsync();
            return new AsyncCaller(pool.client(), pool::close);
        }
    },

    ASYNC_HTTP_2("Weir, async, HTTP/2") {
        @Override
        Client open(Target target, Duration patience) {
            AsyncHttpPool pool =
                    weir(target, patience).protocol(Protocol.HTTP_2).buildAsync();
            return new AsyncCaller(pool.client(), pool::close);
        }
    },

    BLOCKING_CLIENT_HTTP_2("Weir, `blockingClient()`, HTTP/2") {
        @Override
        Client open(Target target, Duration patience) {
            AsyncHttpPool pool =
                    weir(target, patience).protocol(Protocol.HTTP_2).buildAsync();
            return new BlockingCaller(pool.blockingClient(), pool::close);
        }
    };

    static final Duration PATIENCE = Duration.ofSeconds(30);
    static final int CONNECTIONS = 20;

    private final String title;

    ClientKind(String title) {
        this.title = title;
    }

    /** Opens one that waits so long between bytes. */
    abstract Client open(Target target, Duration patience);

    Client open(Target target) {
        return open(target, PATIENCE);
    }

    String title() {
        return title;
    }

    /** A blocking client sends the whole request over HTTP/1.1 before it reads; buffers of sockets hold about 1 MB. */
    boolean isFullDuplex() {
        return this != BLOCKING;
    }

    boolean isHttp2() {
        return this == ASYNC_HTTP_2 || this == BLOCKING_CLIENT_HTTP_2;
    }

    private static HttpPoolBuilder weir(Target target, Duration patience) {
        HttpPoolBuilder builder = HttpPool.builder("servers")
                .sslContext(TestCertificates.trusted().clientContext())
                .maxPerRoute(CONNECTIONS)
                .timeouts(t -> t.unordered()
                        .poolWait(PATIENCE)
                        .connect(PATIENCE)
                        .read(patience)
                        .total(Duration.ZERO));
        return target.proxy().isEmpty() ? builder : builder.proxy(target.proxy());
    }
}
