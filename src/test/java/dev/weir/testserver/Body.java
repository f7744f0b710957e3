package dev.weir.testserver;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.ProtocolException;

/** Reads a message body by its framing: chunked, Content-Length, or (responses only) the end of the connection. */
final class Body {

    private static final byte[] NONE = {};

    private Body() {}

    static byte[] ofRequest(Headers headers, ByteInput input) throws IOException {
        return isFramed(headers) ? framed(headers, input) : NONE;
    }

    static byte[] ofResponse(Headers headers, ByteInput input) throws IOException {
        return isFramed(headers) ? framed(headers, input) : input.untilEnd();
    }

    static boolean isFramed(Headers headers) {
        return headers.has("Content-Length") || headers.has("Transfer-Encoding");
    }

    private static byte[] framed(Headers headers, ByteInput input) throws IOException {
        String length = headers.find("Content-Length");
        if (headers.hasToken("Transfer-Encoding", "chunked") || length == null) {
            return chunked(input);
        }
        return input.bytes(number(length, 10));
    }

    private static byte[] chunked(ByteInput input) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (int size = chunkSize(input); size > 0; size = chunkSize(input)) {
            body.writeBytes(input.bytes(size));
            input.line();
        }
        Headers.read(input); // trailers
        return body.toByteArray();
    }

    private static int chunkSize(ByteInput input) throws IOException {
        String line = input.line();
        int extension = line.indexOf(';');
        return number(extension < 0 ? line : line.substring(0, extension), 16);
    }

    private static int number(String digits, int radix) throws ProtocolException {
        try {
            int number = Integer.parseInt(digits.trim(), radix);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Told below, together with negative numbers.
        }
        throw new ProtocolException("not a length: " + digits);
    }
}
