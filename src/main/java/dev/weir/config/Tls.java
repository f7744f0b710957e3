package dev.weir.config;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javax.net.ssl.HostnameVerifier;
import org.jspecify.annotations.Nullable;

/**
 * Says how connections are secured. Nothing here switches verification off by itself.
 *
 * <p>Immutable and thread-safe, as long as the verifier is.
 *
 * @see PoolConfig#tls()
 */
public final class Tls {
    private final KnobValues values;

    Tls(KnobValues values) {
        this.values = values;
    }

    /**
     * Returns the versions of TLS that may be used.
     *
     * @return names as the JDK knows them; empty for the JDK's own choice; unmodifiable
     */
    public List<String> protocols() {
        return values.get(Knobs.TLS_PROTOCOLS);
    }

    /**
     * Returns the cipher suites that may be used.
     *
     * @return names as the JDK knows them; empty for the JDK's own choice; unmodifiable
     */
    public List<String> cipherSuites() {
        return values.get(Knobs.CIPHER_SUITES);
    }

    /**
     * Returns how long the TLS handshake may take.
     *
     * @return the time for a handshake, never longer than {@code timeouts.connect}
     */
    public Duration handshake() {
        return values.get(Knobs.HANDSHAKE);
    }

    /**
     * Returns what checks that a certificate is for the host.
     *
     * @return the verifier; empty for HttpClient's
     */
    public Optional<HostnameVerifier> hostnameVerifier() {
        return Optional.ofNullable(values.find(Knobs.HOSTNAME_VERIFIER));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Tls that && values.equals(that.values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    /**
     * Lists the values.
     *
     * @return every value by its name
     */
    @Override
    public String toString() {
        return values.toString();
    }

    /** Collects values. Not thread-safe. Wrong values fail when the pool's configuration is built. */
    public static final class Builder {
        private final KnobSheet sheet;

        Builder(KnobSheet sheet) {
            this.sheet = sheet;
        }

        /**
         * Sets the versions of TLS that may be used. Default: none, which leaves the choice to the JDK.
         *
         * @param names such as {@code TLSv1.3}
         * @return this builder
         */
        public Builder protocols(String... names) {
            sheet.set(Knobs.TLS_PROTOCOLS, listOf("tls.protocols", names));
            return this;
        }

        /**
         * Sets the cipher suites that may be used. Default: none, which leaves the choice to the JDK.
         *
         * @param names such as {@code TLS_AES_128_GCM_SHA256}
         * @return this builder
         */
        public Builder cipherSuites(String... names) {
            sheet.set(Knobs.CIPHER_SUITES, listOf("tls.cipherSuites", names));
            return this;
        }

        /**
         * Sets how long the TLS handshake may take. Default: the same as {@code timeouts.connect}, which bounds it in
         * any case. Not 0.
         *
         * @param duration the time for a handshake
         * @return this builder
         */
        public Builder handshake(Duration duration) {
            sheet.set(Knobs.HANDSHAKE, duration);
            return this;
        }

        /**
         * Sets what checks that a certificate is for the host. Default: HttpClient's, which follows RFC 9525. A
         * verifier that accepts everything gives the connection to whoever answers.
         *
         * @param verifier checks names; must be thread-safe
         * @return this builder
         */
        public Builder hostnameVerifier(HostnameVerifier verifier) {
            sheet.set(Knobs.HOSTNAME_VERIFIER, verifier);
            return this;
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
