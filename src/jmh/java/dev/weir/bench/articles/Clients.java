package dev.weir.bench.articles;

import static java.time.Duration.ofSeconds;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.bench.PlainClient;
import dev.weir.bench.ServerProcess;
import dev.weir.config.PoolConfig;
import dev.weir.config.Protocol;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;

/** Makes the clients of one server. Each has an SSL context of its own, and resumes no other's session. */
final class Clients {

    private final ServerProcess server;

    Clients(ServerProcess server) {
        this.server = server;
    }

    /** The blocking client of a pool, over HTTP/1.1. */
    Client pooled(UnaryOperator<HttpPoolBuilder> settings) throws GeneralSecurityException, IOException {
        HttpPool pool = settings.apply(builder()).build();
        return new Client(pool.client(), pool::close);
    }

    /** The blocking client of an asynchronous pool, over HTTP/2. */
    Client multiplexed(UnaryOperator<HttpPoolBuilder> settings) throws GeneralSecurityException, IOException {
        AsyncHttpPool pool = settings.apply(builder()).protocol(Protocol.HTTP_2).buildAsync();
        return new Client(pool.blockingClient(), pool::close);
    }

    /** An asynchronous pool, over HTTP/2. */
    AsyncHttpPool asynchronous() throws GeneralSecurityException, IOException {
        return builder().protocol(Protocol.HTTP_2).buildAsync();
    }

    /** Plain HttpClient 5, tuned by hand to the same limits and times. */
    Client plain(int connections) throws GeneralSecurityException, IOException {
        PoolConfig like;
        try (HttpPool pool =
                builder().maxTotal(connections).maxPerRoute(connections).build()) {
            like = pool.config();
        }
        CloseableHttpClient client = PlainClient.tuned(like, new DefaultClientTlsStrategy(context()));
        return new Client(client, client);
    }

    /** Plain HttpClient 5 as it comes. */
    Client untuned() throws GeneralSecurityException, IOException {
        CloseableHttpClient client = HttpClients.custom()
                .setConnectionManager(PoolingHttpClientConnectionManagerBuilder.create()
                        .setTlsSocketStrategy(new DefaultClientTlsStrategy(context()))
                        .build())
                .build();
        return new Client(client, client);
    }

    // Hundreds of callers that begin at once on a busy machine wait long, for connections and for handshakes.
    private HttpPoolBuilder builder() throws GeneralSecurityException, IOException {
        return HttpPool.builder("article")
                .sslContext(context())
                .timeouts(t -> t.poolWait(ofSeconds(20))
                        .connect(ofSeconds(30))
                        .read(ofSeconds(40))
                        .total(ofSeconds(90)));
    }

    private SSLContext context() throws GeneralSecurityException, IOException {
        return server.trust().newContext();
    }
}
