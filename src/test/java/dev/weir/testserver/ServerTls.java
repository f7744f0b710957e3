package dev.weir.testserver;

import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * How a server speaks TLS.
 *
 * @param context its identity, and whom it trusts
 * @param needClientAuth whether clients must show a certificate
 * @param protocol the one version that it speaks; null for all that the JVM does
 * @param pace how fast it does handshakes
 */
record ServerTls(
        SSLContext context,
        boolean needClientAuth,
        @Nullable String protocol,
        HandshakePace pace) {}
