package dev.weir.internal.records;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Which name servers to ask, and which domains to look for short names in. Immutable.
 *
 * @param servers the servers; empty if none is known
 * @param domains what is added to a short name, in this order
 * @param dots a name with so many dots is first asked for as it is
 */
record ResolverConfig(List<InetSocketAddress> servers, List<String> domains, int dots) {

    static final int PORT = 53;

    private static final int MAX_SERVERS = 3;
    private static final int MAX_DOTS = 15;

    /** Asks these servers for each name as it is. */
    static ResolverConfig of(List<InetSocketAddress> servers) {
        return new ResolverConfig(List.copyOf(servers), List.of(), 1);
    }

    /** Reads what {@code /etc/resolv.conf} says; passes over what makes no sense, as the C library does. */
    static ResolverConfig parse(List<String> lines) {
        List<InetSocketAddress> servers = new ArrayList<>();
        List<String> domains = List.of();
        int dots = 1;
        for (String line : lines) {
            List<String> words = List.of(line.strip().split("\\s+", -1));
            List<String> values = words.subList(1, words.size());
            switch (words.get(0)) {
                case "nameserver" ->
                    values.stream().limit(1).flatMap(ResolverConfig::server).forEach(servers::add);
                case "search", "domain" -> domains = values;
                case "options" -> dots = dots(values, dots);
                default -> {} // a comment, or nothing that this resolver does
            }
        }
        return new ResolverConfig(servers.stream().limit(MAX_SERVERS).toList(), List.copyOf(domains), dots);
    }

    private static Stream<InetSocketAddress> server(String text) {
        try {
            boolean isLiteral = text.indexOf(':') >= 0 || text.chars().allMatch(c -> c == '.' || Character.isDigit(c));
            return isLiteral ? Stream.of(new InetSocketAddress(InetAddress.getByName(text), PORT)) : Stream.empty();
        } catch (UnknownHostException e) {
            return Stream.empty();
        }
    }

    private static int dots(List<String> options, int before) {
        return options.stream()
                .filter(option -> option.matches("ndots:\\d{1,4}"))
                .map(option -> Integer.parseInt(option.substring("ndots:".length())))
                .reduce(before, (earlier, later) -> Math.min(later, MAX_DOTS));
    }

    /**
     * Returns the names to ask for until one is known.
     *
     * @param host the name; with a dot at its end, it is complete
     */
    List<String> candidates(String host) {
        if (host.endsWith(".")) {
            return List.of(host);
        }
        Stream<String> itself = Stream.of(host);
        Stream<String> within = domains.stream()
                .map(domain -> host + "." + domain)
                .filter(name -> name.length() <= DomainName.MAX_NAME);
        boolean isComplete = host.chars().filter(c -> c == '.').count() >= dots;
        Stream<String> all = isComplete ? Stream.concat(itself, within) : Stream.concat(within, itself);
        return all.distinct().toList();
    }

    /** Reads addresses as the JNDI provider of the JDK writes them: URLs with a space between. */
    static ResolverConfig ofUrls(String urls) {
        return of(Arrays.stream(urls.split("\\s+", -1))
                .filter(url -> url.startsWith("dns://"))
                .map(url -> url.substring("dns://".length()).replaceFirst("/.*", ""))
                .map(text -> text.replaceAll("[\\[\\]]", ""))
                .flatMap(ResolverConfig::server)
                .limit(MAX_SERVERS)
                .toList());
    }
}
