package dev.weir.internal.client;

import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.hc.client5.http.entity.compress.ContentCodecRegistry;
import org.apache.hc.client5.http.entity.compress.ContentCoding;
import org.apache.hc.client5.http.impl.ContentCodingSupport;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpResponse;
import org.jspecify.annotations.Nullable;

/**
 * Decodes bodies on the thread that reads them, with the decoders of HttpClient's blocking client. Stateless.
 */
final class Codings {

    private Codings() {}

    /**
     * Returns the codings of a body in the order of their application; none if there are none, too many, or one without a
     * decoder.
     */
    static List<String> readable(HttpResponse head, @Nullable EntityDetails details) {
        if (details == null || isEmpty(head, details)) {
            return List.of();
        }
        List<String> codings = ContentCodingSupport.parseContentCodecs(details);
        boolean isReadable = codings.size() <= ContentCodingSupport.MAX_CODEC_LIST_LEN
                && codings.stream().allMatch(coding -> decoder(coding) != null);
        return isReadable ? codings : List.of();
    }

    // HttpCore ignores the announced length of a response over HTTP/2.
    private static boolean isEmpty(HttpResponse head, EntityDetails details) {
        Header length = head.getFirstHeader(HttpHeaders.CONTENT_LENGTH);
        return details.getContentLength() == 0 || (length != null && "0".equals(length.getValue()));
    }

    private static @Nullable UnaryOperator<HttpEntity> decoder(String name) {
        ContentCoding coding = ContentCoding.fromToken(name);
        if (coding == null) {
            return null;
        }
        return ContentCodecRegistry.decoder(coding == ContentCoding.X_GZIP ? ContentCoding.GZIP : coding);
    }

    /** Returns the decoded body: the coding that was applied last is undone first. */
    static HttpEntity undo(HttpEntity body, List<String> codings) {
        HttpEntity plain = body;
        for (int i = codings.size() - 1; i >= 0; i--) {
            UnaryOperator<HttpEntity> decoder = decoder(codings.get(i));
            plain = decoder == null ? plain : decoder.apply(plain);
        }
        return plain;
    }
}
