package dev.weir.bench;

import dev.weir.AsyncHttpPool;
import java.time.Duration;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.http.client.reactive.HttpComponentsClientHttpConnector;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.netty.resources.ConnectionProvider;

/** Spring's {@code WebClient} on a pool of this library, and on Reactor Netty. */
final class WebClientPeers {

    private WebClientPeers() {}

    static Peer onPool(PeerTerms terms) throws Exception {
        AsyncHttpPool pool = PoolPeers.asyncPool(terms);
        return new Peer("WebClient on Weir", sender(new HttpComponentsClientHttpConnector(pool.client())), pool);
    }

    static Peer onReactorNetty(PeerTerms terms) throws Exception {
        ConnectionProvider provider = OtherPeers.provider(terms);
        return new Peer(
                "WebClient on Reactor Netty",
                sender(new ReactorClientHttpConnector(OtherPeers.reactorNetty(terms, provider))),
                () -> provider.disposeLater().block(Duration.ofSeconds(5)));
    }

    private static Sender sender(ClientHttpConnector connector) {
        WebClient client = WebClient.builder().clientConnector(connector).build();
        return uri -> {
            byte[] body =
                    client.get().uri(uri).retrieve().bodyToMono(byte[].class).block(PeerTerms.TOTAL);
            return body == null ? 0 : body.length;
        };
    }
}
