package dev.weir.spring;

import org.jspecify.annotations.Nullable;
import org.springframework.http.client.ClientHttpRequest;

/** Knows by a request of a blocking client which library sends it, unless that is a pool. */
final class BlockingRequests {

    private static final String PACKAGE = "org.springframework.http.client.";
    private static final String HTTP_CLIENT = "HttpComponents";

    private BlockingRequests() {}

    /** Returns the library; null if the request runs on a pool, or it cannot be known, as with those of mocks. */
    static @Nullable String library(ClientHttpRequest request) {
        String type = request.getClass().getName();
        if (type.equals(PACKAGE + "InterceptingClientHttpRequest")) {
            return libraryOf(PresentBundle.read(request, "requestFactory"));
        }
        String library = name(type, "ClientHttpRequest");
        return HTTP_CLIENT.equals(library) && isPooled(PresentBundle.read(request, "httpClient")) ? null : library;
    }

    /** Returns the library of a request factory; null if it makes requests on a pool, or cannot be known. */
    static @Nullable String libraryOf(@Nullable Object factory) {
        Object innermost = BlockingBypass.innermost(factory);
        return innermost == null || BlockingBypass.isPooled(innermost)
                ? null
                : name(innermost.getClass().getName(), "ClientHttpRequestFactory");
    }

    private static boolean isPooled(@Nullable Object client) {
        return client == null || PoolHttpClient.isPooled(client);
    }

    private static @Nullable String name(String type, String kind) {
        if (!type.startsWith(PACKAGE) || !type.endsWith(kind)) {
            return null;
        }
        String name = type.substring(PACKAGE.length(), type.length() - kind.length());
        return switch (name) {
            case HTTP_CLIENT, "Jdk", "Jetty", "Reactor", "Simple" -> name;
            default -> null;
        };
    }
}
