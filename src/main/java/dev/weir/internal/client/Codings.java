package dev.weir.internal.client;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
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
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.io.entity.HttpEntityWrapper;
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
        HttpEntity plain = decodable(body, codings);
        for (int i = codings.size() - 1; i >= 0; i--) {
            UnaryOperator<HttpEntity> decoder = decoder(codings.get(i));
            plain = decoder == null ? plain : decoder.apply(plain);
        }
        return plain;
    }

    /** Returns a body that the decoders of its codings can read even if nothing comes on the wire. */
    static HttpEntity decodable(HttpEntity wire, List<String> codings) {
        return codings.isEmpty() ? wire : new Wire(wire, codings);
    }

    private static final class Wire extends HttpEntityWrapper {
        private final List<String> codings;

        Wire(HttpEntity body, List<String> codings) {
            super(body);
            this.codings = codings;
        }

        @Override
        public InputStream getContent() throws IOException {
            return new Bytes(super.getContent(), codings);
        }
    }

    private static final class Bytes extends FilterInputStream {
        private final List<String> codings;
        private boolean isBegun;

        Bytes(InputStream wire, List<String> codings) {
            super(wire);
            this.codings = codings;
        }

        @Override
        public int read() throws IOException {
            byte[] single = new byte[1];
            return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int count = in.read(bytes, offset, length);
            if (count < 0 && !isBegun) {
                in.close();
                in = new ByteArrayInputStream(nothing());
                count = in.read(bytes, offset, length);
            }
            isBegun |= count != 0;
            return count;
        }

        // What a server should have sent.
        private byte[] nothing() throws IOException {
            HttpEntity coded = new ByteArrayEntity(new byte[0], null);
            for (String name : codings) {
                ContentCoding coding = ContentCoding.fromToken(name);
                UnaryOperator<HttpEntity> encoder =
                        ContentCodecRegistry.encoder(coding == ContentCoding.X_GZIP ? ContentCoding.GZIP : coding);
                coded = encoder == null ? coded : encoder.apply(coded);
            }
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            coded.writeTo(bytes);
            return bytes.toByteArray();
        }
    }
}
