package dev.weir.bench;

import static java.time.Duration.ofSeconds;

import java.net.URI;
import java.time.Duration;
import javax.net.ssl.SSLContext;

/**
 * What all clients of a comparison are set up for. The times are long, because a hundred callers that begin at once on a
 * busy machine wait long for the first handshakes.
 *
 * @param uri what will be asked for
 * @param protocol what they speak
 * @param connections how many connections each may have
 * @param tls whom they trust; each has a context of its own made of it
 */
record PeerTerms(URI uri, PeersBenchmark.Speech protocol, int connections, Trust tls) {

    static final Duration POOL_WAIT = ofSeconds(20);
    static final Duration CONNECT = ofSeconds(30);
    static final Duration READ = ofSeconds(40);
    static final Duration TOTAL = ofSeconds(90);

    boolean isHttp2() {
        return protocol == PeersBenchmark.Speech.HTTP_2_TLS;
    }

    SSLContext context() throws Exception {
        return tls.newContext();
    }
}
