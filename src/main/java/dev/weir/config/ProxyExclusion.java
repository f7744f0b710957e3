package dev.weir.config;

import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One entry of {@code noProxy}: the hosts that are connected to directly, on any port or on one. Immutable.
 *
 * @param hosts which hosts
 * @param port which port; {@link #ANY_PORT} for all
 */
record ProxyExclusion(Predicate<DirectHost> hosts, int port) {
    private static final int ANY_PORT = -1;

    private static final String PORT = "(?::(\\d{1,5}))?";
    private static final Pattern BLOCK = Pattern.compile("(?:\\[([^\\]]*)]|([^/\\[\\]]*))/(\\d{1,3})" + PORT);
    private static final Pattern BRACKETED = Pattern.compile("\\[([^\\]]*:[^\\]]*)]" + PORT);
    private static final Pattern HOST = Pattern.compile("([^:/\\[\\]]+)" + PORT);
    private static final String LABEL = "[\\p{L}\\p{M}\\p{N}_-]+";
    private static final Pattern NAME = Pattern.compile("(?:" + LABEL + "\\.)*" + LABEL + "\\.?");
    private static final Pattern ENDS_IN_NUMBER = Pattern.compile("(?:.*\\.)?\\d+\\.?");
    private static final Pattern WILDCARD = Pattern.compile("[a-z0-9._*-]*\\*[a-z0-9._*-]*");
    private static final String ANY = "*";
    private static final String ANY_BELOW = "*.";

    /** Empty unless the text is a name, {@code *.} before a name, {@code *}, an address or a block, with or without port. */
    static Optional<ProxyExclusion> parse(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        Matcher block = BLOCK.matcher(lower);
        if (block.matches()) {
            String address = block.group(1) != null ? block.group(1) : block.group(2);
            return AddressBlock.address(address)
                    .flatMap(bytes -> AddressBlock.of(bytes, Integer.parseInt(block.group(3))))
                    .flatMap(found -> within(found, block.group(4)));
        }
        Matcher bracketed = BRACKETED.matcher(lower);
        if (bracketed.matches()) {
            return AddressBlock.address(bracketed.group(1))
                    .flatMap(bytes -> within(AddressBlock.of(bytes), bracketed.group(2)));
        }
        Matcher host = HOST.matcher(lower);
        return host.matches()
                ? host(host.group(1), host.group(2))
                : AddressBlock.address(lower).flatMap(bytes -> within(AddressBlock.of(bytes), null));
    }

    /** One whose {@code *} stand for any characters; empty if the text has none, or is no name otherwise. */
    static Optional<ProxyExclusion> wildcard(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        if (!WILDCARD.matcher(lower).matches()) {
            return Optional.empty();
        }
        Pattern names = Pattern.compile(lower.replace(".", "\\.").replace(ANY, ".*"));
        return Optional.of(
                new ProxyExclusion(asked -> names.matcher(asked.name()).matches(), ANY_PORT));
    }

    private static Optional<ProxyExclusion> host(String host, @Nullable String port) {
        Optional<byte[]> address = AddressBlock.address(host);
        if (address.isPresent()) {
            return within(AddressBlock.of(address.get()), port);
        }
        if (host.equals(ANY)) {
            return of(any -> true, port);
        }
        boolean isPattern = host.startsWith(ANY_BELOW);
        String name = isPattern ? host.substring(ANY_BELOW.length()) : host;
        if (!NAME.matcher(name).matches() || ENDS_IN_NUMBER.matcher(name).matches()) {
            return Optional.empty();
        }
        String known = DirectHost.name(name);
        String end = "." + known;
        return of(
                isPattern
                        ? asked -> asked.name().endsWith(end)
                        : asked -> asked.name().equals(known),
                port);
    }

    private static Optional<ProxyExclusion> within(AddressBlock block, @Nullable String port) {
        return of(asked -> asked.address().filter(block::contains).isPresent(), port);
    }

    private static Optional<ProxyExclusion> of(Predicate<DirectHost> hosts, @Nullable String digits) {
        int port = digits == null ? ANY_PORT : Integer.parseInt(digits);
        boolean isPort = port == ANY_PORT || (port >= 1 && port <= 65_535);
        return isPort ? Optional.of(new ProxyExclusion(hosts, port)) : Optional.empty();
    }

    boolean matches(DirectHost host, int asked) {
        return (port == ANY_PORT || port == asked) && hosts.test(host);
    }
}
