package dev.weir.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The address of a proxy: where it is, and nothing else. */
final class ProxyAddress {
    private static final Set<String> SCHEMES = Set.of("http", "https", "socks");

    private ProxyAddress() {}

    /** Empty unless the text is {@code scheme://host:port}. */
    static Optional<URI> parse(String text) {
        return uri(text).filter(ProxyAddress::isComplete).filter(ProxyAddress::isBare);
    }

    /** Where an http proxy is, whatever user info, path and port the text has. */
    static Optional<URI> withoutUserInfo(String text) {
        return uri(text)
                .filter(uri -> "http".equalsIgnoreCase(uri.getScheme()) && uri.getHost() != null)
                .filter(uri -> uri.getPort() == -1 || isPort(String.valueOf(uri.getPort())))
                .map(uri -> URI.create("http://" + uri.getHost() + (uri.getPort() < 0 ? "" : ":" + uri.getPort())));
    }

    static boolean isPort(String digits) {
        return digits.matches("\\d{1,5}") && Integer.parseInt(digits) >= 1 && Integer.parseInt(digits) <= 65_535;
    }

    /** What the text may have meant. */
    static String guess(String text) {
        return uri(text)
                .filter(uri -> uri.getHost() != null)
                .map(uri -> "http://" + uri.getHost() + ":" + (uri.getPort() > 0 ? uri.getPort() : 3128))
                .filter(guess -> parse(guess).isPresent())
                .orElse("http://proxy:3128");
    }

    private static Optional<URI> uri(String text) {
        try {
            return Optional.of(new URI(text));
        } catch (URISyntaxException notAnAddress) {
            // The rule names what is wrong with it, without the text, which may hold a password.
            return Optional.empty();
        }
    }

    private static boolean isComplete(URI uri) {
        return uri.getScheme() != null
                && SCHEMES.contains(uri.getScheme().toLowerCase(Locale.ROOT))
                && uri.getHost() != null
                && uri.getPort() >= 1
                && uri.getPort() <= 65_535;
    }

    private static boolean isBare(URI uri) {
        return uri.getRawUserInfo() == null
                && uri.getRawPath().isEmpty()
                && uri.getRawQuery() == null
                && uri.getRawFragment() == null;
    }
}
