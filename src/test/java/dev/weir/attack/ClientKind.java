package dev.weir.attack;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.config.Protocol;
import java.time.Duration;

/** The clients that are attacked, each with the defaults of its library but for short timeouts. */
enum ClientKind {
    BLOCKING("Weir, blocking", false) {
        @Override
        Victim open(Setup setup) {
            HttpPool pool = weir(setup).customizeClient(setup::allowLogins).build();
            return new BlockingVictim(pool.client(), pool::close);
        }
    },

    ASYNC("Weir, async", true) {
        @Override
        Victim open(Setup setup) {
            AsyncHttpPool pool = async(setup);
            return new AsyncVictim(pool.client(), pool::close);
        }
    },

    BLOCKING_CLIENT("Weir, `blockingClient()`", true) {
        @Override
        Victim open(Setup setup) {
            AsyncHttpPool pool = async(setup);
            return new BlockingVictim(pool.blockingClient(), pool::close);
        }
    };

    static final Duration READ = Duration.ofSeconds(2);

    private final String title;
    private final boolean speaksHttp2;

    ClientKind(String title, boolean speaksHttp2) {
        this.title = title;
        this.speaksHttp2 = speaksHttp2;
    }

    abstract Victim open(Setup setup);

    boolean speaksHttp2() {
        return speaksHttp2;
    }

    String title() {
        return title;
    }

    private static HttpPoolBuilder weir(Setup setup) {
        HttpPoolBuilder builder = HttpPool.builder("attacked")
                .sslContext(setup.sslContext())
                .timeouts(t -> t.unordered().connect(READ).read(READ).total(READ.multipliedBy(4)));
        String proxy = setup.proxy();
        return proxy == null ? builder : builder.proxy(proxy);
    }

    private static AsyncHttpPool async(Setup setup) {
        return weir(setup)
                .customizeAsyncClient(setup::allowLogins)
                .protocol(setup.isHttp2() ? Protocol.HTTP_2 : Protocol.HTTP_1_1)
                .buildAsync();
    }
}
