package dev.weir.config;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.HostnameVerifier;

/**
 * Says how connections are secured. Nothing here switches verification off by itself.
 *
 * <p>Two are equal if connections are secured the same way; the time for the handshake makes no difference.
 *
 * <p>Immutable and thread-safe, as long as the verifier is.
 *
 * @see PoolConfig#tls()
 */
public final class Tls extends Group<Tls> {

    static final Knob<List<String>> PROTOCOLS = Knob.of("tls.protocols", List.of());
    static final Knob<List<String>> CIPHER_SUITES = Knob.of("tls.cipherSuites", List.of());
    static final Knob<Duration> HANDSHAKE = Knob.time("tls.handshake", Duration.ofSeconds(2));
    static final Knob<HostnameVerifier> HOSTNAME_VERIFIER = Knob.of("tls.hostnameVerifier", null);
    static final List<Knob<?>> KNOBS = List.of(PROTOCOLS, CIPHER_SUITES, HOSTNAME_VERIFIER);

    Tls(Map<Knob<?>, Object> values) {
        super(values, KNOBS);
    }

    /** {@return the versions of TLS that may be used, by the names of the JDK; empty for the JDK's own choice} */
    public List<String> protocols() {
        return get(PROTOCOLS);
    }

    /** {@return the cipher suites that may be used, by the names of the JDK; empty for the JDK's own choice} */
    public List<String> cipherSuites() {
        return get(CIPHER_SUITES);
    }

    /** {@return how long the TLS handshake may take, never longer than {@code timeouts.connect}} */
    public Duration handshake() {
        return get(HANDSHAKE);
    }

    /** {@return the verifier that checks, in addition to the JDK, whether a certificate is for the host; empty for HttpClient's} */
    public Optional<HostnameVerifier> hostnameVerifier() {
        return Optional.ofNullable(HOSTNAME_VERIFIER.find(values));
    }

    /**
     * Sets the versions of TLS that may be used. Default: none, which leaves the choice to the JDK.
     *
     * @param names such as {@code TLSv1.3}; others than the SSL context supports are a violation
     * @return this builder
     */
    public Tls protocols(String... names) {
        return setAll(PROTOCOLS, names);
    }

    /**
     * Sets the cipher suites that may be used. Default: none, which leaves the choice to the JDK.
     *
     * @param names such as {@code TLS_AES_128_GCM_SHA256}; others than the SSL context supports are a violation
     * @return this builder
     */
    public Tls cipherSuites(String... names) {
        return setAll(CIPHER_SUITES, names);
    }

    /**
     * Sets how long the TLS handshake may take. Default: the same as {@code timeouts.connect}, which bounds it in
     * any case. Not 0.
     *
     * @param duration the time for a handshake
     * @return this builder
     */
    public Tls handshake(Duration duration) {
        return set(HANDSHAKE, duration);
    }

    /**
     * Sets the verifier that checks, in addition to the JDK, whether a certificate is for the host: it may refuse what the
     * JDK accepts, and accepts nothing that the JDK refuses. Default: HttpClient's, which follows RFC 9525.
     *
     * @param verifier checks names; must be thread-safe
     * @return this builder
     */
    public Tls hostnameVerifier(HostnameVerifier verifier) {
        return set(HOSTNAME_VERIFIER, verifier);
    }
}
