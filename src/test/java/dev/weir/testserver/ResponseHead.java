package dev.weir.testserver;

import java.nio.charset.StandardCharsets;

/** Writes a status line and headers into bytes; for one response. */
final class ResponseHead {

    private final StringBuilder text = new StringBuilder(256);

    ResponseHead(int status) {
        text.append("HTTP/1.1 ")
                .append(status)
                .append(' ')
                .append(reason(status))
                .append("\r\n");
    }

    ResponseHead header(String name, Object value) {
        text.append(name).append(": ").append(value).append("\r\n");
        return this;
    }

    ResponseHead headers(String... namesAndValues) {
        if (namesAndValues.length % 2 != 0) {
            throw new IllegalArgumentException("headers must be pairs of name and value");
        }
        for (int i = 0; i < namesAndValues.length; i += 2) {
            header(namesAndValues[i], namesAndValues[i + 1]);
        }
        return this;
    }

    byte[] bytes() {
        return latin1(text.append("\r\n"));
    }

    static byte[] latin1(CharSequence text) {
        return text.toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    static boolean allowsBody(int status) {
        return status >= 200 && status != 204 && status != 304;
    }

    private static String reason(int status) {
        return switch (status) {
            case 100 -> "Continue";
            case 200 -> "OK";
            case 204 -> "No Content";
            case 304 -> "Not Modified";
            case 400 -> "Bad Request";
            case 404 -> "Not Found";
            case 407 -> "Proxy Authentication Required";
            case 429 -> "Too Many Requests";
            case 500 -> "Internal Server Error";
            case 502 -> "Bad Gateway";
            case 503 -> "Service Unavailable";
            default -> "Status";
        };
    }
}
