package dev.weir.testserver;

import javax.net.ssl.SSLContext;

/**
 * How a server speaks TLS.
 *
 * @param context its identity, and whom it trusts
 * @param needClientAuth whether clients must show a certificate
 * @param pace how fast it does handshakes
 */
record ServerTls(SSLContext context, boolean needClientAuth, HandshakePace pace) {}
