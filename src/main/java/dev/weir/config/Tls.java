package dev.weir.config;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javax.net.ssl.HostnameVerifier;

/**
 * Says how connections are secured. Nothing here switches verification off by itself.
 *
 * <p>Immutable and thread-safe, as long as the verifier is.
 *
 * @see PoolConfig#tls()
 */
public final class Tls extends KnobGroup {
    private static final KnobList LIST = new KnobList("tls");

    static final Knob<List<String>> PROTOCOLS = LIST.names("protocols", "JDK's");
    static final Knob<List<String>> CIPHER_SUITES = LIST.names("cipherSuites", "JDK's");
    static final Knob<Duration> HANDSHAKE = LIST.time("handshake", null);
    static final Knob<HostnameVerifier> HOSTNAME_VERIFIER = LIST.object(
            "hostnameVerifier",
            HostnameVerifier.class,
            verifier -> verifier.getClass().getName());

    static final List<Knob<?>> KNOBS = LIST.knobs();

    Tls(KnobValues all) {
        super(KNOBS, all);
    }

    /**
     * Returns the versions of TLS that may be used.
     *
     * @return names as the JDK knows them; empty for the JDK's own choice; unmodifiable
     */
    public List<String> protocols() {
        return get(PROTOCOLS);
    }

    /**
     * Returns the cipher suites that may be used.
     *
     * @return names as the JDK knows them; empty for the JDK's own choice; unmodifiable
     */
    public List<String> cipherSuites() {
        return get(CIPHER_SUITES);
    }

    /**
     * Returns how long the TLS handshake may take.
     *
     * @return the time for a handshake, never longer than {@code timeouts.connect}
     */
    public Duration handshake() {
        return get(HANDSHAKE);
    }

    /**
     * Returns the verifier that checks whether a certificate is for the host.
     *
     * @return the verifier; empty for HttpClient's
     */
    public Optional<HostnameVerifier> hostnameVerifier() {
        return find(HOSTNAME_VERIFIER);
    }

    /** Collects values. Not thread-safe. Wrong values fail when the pool's configuration is built. */
    public static final class Builder extends KnobSetters<Builder> {
        Builder(KnobSheet sheet) {
            super(sheet);
        }

        @Override
        Builder self() {
            return this;
        }

        /**
         * Sets the versions of TLS that may be used. Default: none, which leaves the choice to the JDK.
         *
         * @param names such as {@code TLSv1.3}; others than the SSL context supports are a violation
         * @return this builder
         */
        public Builder protocols(String... names) {
            return set(PROTOCOLS, listOf("tls.protocols", names));
        }

        /**
         * Sets the cipher suites that may be used. Default: none, which leaves the choice to the JDK.
         *
         * @param names such as {@code TLS_AES_128_GCM_SHA256}; others than the SSL context supports are a violation
         * @return this builder
         */
        public Builder cipherSuites(String... names) {
            return set(CIPHER_SUITES, listOf("tls.cipherSuites", names));
        }

        /**
         * Sets how long the TLS handshake may take. Default: the same as {@code timeouts.connect}, which bounds it in
         * any case. Not 0.
         *
         * @param duration the time for a handshake
         * @return this builder
         */
        public Builder handshake(Duration duration) {
            return set(HANDSHAKE, duration);
        }

        /**
         * Sets the verifier that checks whether a certificate is for the host. Default: HttpClient's, which follows RFC
         * 9525. A verifier that accepts everything accepts any server, an attacker's included.
         *
         * @param verifier checks names; must be thread-safe
         * @return this builder
         */
        public Builder hostnameVerifier(HostnameVerifier verifier) {
            return set(HOSTNAME_VERIFIER, verifier);
        }

        private static List<String> listOf(String name, String... names) {
            Objects.requireNonNull(names, () -> name + " must not be null");
            for (String each : names) {
                Objects.requireNonNull(each, () -> name + " must not contain null");
            }
            return List.of(names);
        }
    }
}
