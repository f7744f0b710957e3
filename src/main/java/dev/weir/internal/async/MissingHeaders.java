package dev.weir.internal.async;

import org.apache.hc.client5.http.impl.async.HttpAsyncClientBuilder;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.ProtocolVersion;
import org.apache.hc.core5.http.nio.RequestChannel;
import org.apache.hc.core5.http.protocol.DefaultHttpProcessor;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.http.protocol.HttpProcessor;
import org.apache.hc.core5.http.protocol.RequestUserAgent;
import org.apache.hc.core5.http2.protocol.H2RequestConnControl;
import org.apache.hc.core5.http2.protocol.H2RequestContent;
import org.apache.hc.core5.http2.protocol.H2RequestTargetHost;
import org.apache.hc.core5.util.VersionInfo;

/**
 * Completes the headers of requests whose client leaves that to the connection, as HttpClient's minimal client does:
 * {@code Host}, the length of the body, {@code Connection} and {@code User-Agent}, as each version of HTTP requires.
 * Thread-safe.
 */
final class MissingHeaders {

    // The length is replaced, because two could contradict each other.
    private static final HttpProcessor PROCESSOR = new DefaultHttpProcessor(
            H2RequestTargetHost.INSTANCE,
            new H2RequestContent(true),
            H2RequestConnControl.INSTANCE,
            new RequestUserAgent(VersionInfo.getSoftwareInfo(
                    "Apache-HttpAsyncClient", "org.apache.hc.client5", HttpAsyncClientBuilder.class)));

    private MissingHeaders() {}

    /** Returns a channel that completes a request before it is sent. */
    static RequestChannel addedBefore(RequestChannel channel, HttpContext context) {
        return (request, details, ignored) -> {
            useVersionOf(request, context);
            PROCESSOR.process(request, details, context);
            channel.sendRequest(request, details, ignored);
        };
    }

    // Over HTTP/1.1 a request may ask for HTTP/1.0, which has no chunks.
    private static void useVersionOf(HttpRequest request, HttpContext context) {
        ProtocolVersion asked = request.getVersion();
        if (asked != null && context.getProtocolVersion().lessEquals(HttpVersion.HTTP_1_1)) {
            context.setProtocolVersion(asked);
        }
    }
}
