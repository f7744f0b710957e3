package dev.weir.bench;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.RequestFacts;
import dev.weir.config.PoolConfig;
import dev.weir.config.Protocol;
import dev.weir.config.Timeouts;
import dev.weir.event.LeaseFacts;
import dev.weir.event.PoolEvent;
import java.io.IOException;
import java.net.URI;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.client5.http.ssl.ClientTlsStrategyBuilder;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http2.HttpVersionPolicy;

/** HttpClient 5, plain and through pools of this library. */
final class PoolPeers {

    /** More callers than any benchmark has, none of which is to be refused. */
    private static final int MOST_CALLERS = 100_000;

    private PoolPeers() {}

    static Peer tuned(PeerTerms terms) throws Exception {
        CloseableHttpClient client = PlainClient.tuned(config(terms), new DefaultClientTlsStrategy(terms.context()));
        return new Peer("HttpClient 5 tuned", new ClassicSender(client), client);
    }

    /** As {@code HttpClients.createDefault()}, which trusts no server here: 5 connections. */
    static Peer untuned(PeerTerms terms) throws Exception {
        CloseableHttpClient client = HttpClients.custom()
                .setConnectionManager(PoolingHttpClientConnectionManagerBuilder.create()
                        .setTlsSocketStrategy(new DefaultClientTlsStrategy(terms.context()))
                        .build())
                .build();
        return new Peer("HttpClient 5 default", new ClassicSender(client), client);
    }

    /** Multiplexes, which HttpClient does not unless it is told to. */
    static Peer plainAsync(PeerTerms terms) throws Exception {
        CloseableHttpAsyncClient client = HttpAsyncClients.custom()
                .setConnectionManager(PoolingAsyncClientConnectionManagerBuilder.create()
                        .setMaxConnPerRoute(terms.connections())
                        .setMaxConnTotal(terms.connections())
                        .setMessageMultiplexing(true)
                        .setTlsStrategy(ClientTlsStrategyBuilder.create()
                                .setSslContext(terms.context())
                                .buildAsync())
                        .setDefaultTlsConfig(TlsConfig.custom()
                                .setVersionPolicy(
                                        terms.isHttp2()
                                                ? HttpVersionPolicy.FORCE_HTTP_2
                                                : HttpVersionPolicy.FORCE_HTTP_1)
                                .build())
                        .build())
                .build();
        client.start();
        return new Peer("HttpClient 5 async", async(client), client);
    }

    /** Knows HTTP/2 alone, and has one connection. */
    static Peer plainHttp2(PeerTerms terms) throws Exception {
        CloseableHttpAsyncClient client = HttpAsyncClients.customHttp2()
                .setTlsStrategy(ClientTlsStrategyBuilder.create()
                        .setSslContext(terms.context())
                        .buildAsync())
                .build();
        client.start();
        return new Peer("HttpClient 5 HTTP/2", async(client), client);
    }

    static Peer blocking(PeerTerms terms) throws Exception {
        return blocking(terms, t -> {});
    }

    /** A client of a pool whose timeouts are other than those of the comparison. */
    static Peer blocking(PeerTerms terms, Consumer<Timeouts.Builder> timeouts) throws Exception {
        HttpPool pool = builder(terms).timeouts(timeouts).build();
        return new Peer("Weir", new ClassicSender(pool.client()), pool);
    }

    /** Its callers ask for the facts of each request. */
    static Peer withFacts(PeerTerms terms) throws Exception {
        HttpPool pool = builder(terms).build();
        return new Peer("Weir with facts", uri -> getWithFacts(pool.client(), uri), pool);
    }

    private static int getWithFacts(CloseableHttpClient client, URI uri) throws IOException {
        HttpClientContext context = HttpClientContext.create();
        LeaseFacts facts = RequestFacts.record(context);
        int length = client.execute(
                new HttpGet(uri), context, response -> EntityUtils.toByteArray(response.getEntity()).length);
        if (facts.exchanges() != 1) {
            throw new IllegalStateException("facts are missing: " + facts);
        }
        return length;
    }

    /** A listener hears of each request. */
    static Peer withRequestListener(PeerTerms terms) throws Exception {
        LongAdder nanos = new LongAdder();
        HttpPool pool = builder(terms)
                .listener(event -> {
                    if (event instanceof PoolEvent.RequestEnded call) {
                        nanos.add(call.facts().total().toNanos());
                    }
                })
                .build();
        return new Peer("Weir with a listener", new ClassicSender(pool.client()), pool);
    }

    static Peer async(PeerTerms terms) throws Exception {
        AsyncHttpPool pool = asyncPool(terms);
        return new Peer("Weir async", async(pool.client()), pool);
    }

    static Peer blockingOverAsync(PeerTerms terms) throws Exception {
        AsyncHttpPool pool = asyncPool(terms);
        return new Peer("Weir blocking over HTTP/2", new ClassicSender(pool.blockingClient()), pool);
    }

    static AsyncHttpPool asyncPool(PeerTerms terms) throws Exception {
        return builder(terms)
                .protocol(terms.isHttp2() ? Protocol.HTTP_2 : Protocol.HTTP_1_1)
                .buildAsync();
    }

    private static Sender async(CloseableHttpAsyncClient client) {
        return uri ->
                client.execute(SimpleHttpRequest.create("GET", uri), null).get().getBodyBytes().length;
    }

    private static PoolConfig config(PeerTerms terms) throws Exception {
        try (HttpPool pool = builder(terms).build()) {
            return pool.config();
        }
    }

    private static HttpPoolBuilder builder(PeerTerms terms) throws Exception {
        return HttpPool.builder("peers")
                .maxTotal(terms.connections())
                .maxPerRoute(terms.connections())
                .maxPending(MOST_CALLERS)
                .sslContext(terms.context())
                .timeouts(t -> t.poolWait(PeerTerms.POOL_WAIT)
                        .connect(PeerTerms.CONNECT)
                        .read(PeerTerms.READ)
                        .total(PeerTerms.TOTAL));
    }
}
