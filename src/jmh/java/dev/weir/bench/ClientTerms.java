package dev.weir.bench;

import java.net.URI;
import java.util.List;

/**
 * What a JVM with one client is asked to do.
 *
 * @param client the name of the client
 * @param uri what its callers get
 * @param protocol what it speaks
 * @param callers how many threads send requests
 * @param connections how many connections it may have
 * @param trust whom it trusts
 * @param serverPid the process of the server
 * @param threads what the callers are
 * @param isProfiled whether the measured time is profiled, which costs time itself
 */
record ClientTerms(
        String client,
        URI uri,
        PeersBenchmark.Speech protocol,
        int callers,
        int connections,
        Trust trust,
        long serverPid,
        CallerThreads threads,
        boolean isProfiled) {

    static ClientTerms parse(String[] arguments) {
        return new ClientTerms(
                arguments[0],
                URI.create(arguments[1]),
                PeersBenchmark.Speech.valueOf(arguments[2]),
                Integer.parseInt(arguments[3]),
                Integer.parseInt(arguments[4]),
                new Trust(arguments[5]),
                Long.parseLong(arguments[6]),
                CallerThreads.valueOf(arguments[7]),
                Boolean.parseBoolean(arguments[8]));
    }

    List<String> arguments() {
        return List.of(
                client,
                uri.toString(),
                protocol.name(),
                Integer.toString(callers),
                Integer.toString(connections),
                trust.certificate(),
                Long.toString(serverPid),
                threads.name(),
                Boolean.toString(isProfiled));
    }

    PeerTerms peer() {
        return new PeerTerms(uri, protocol, connections, trust);
    }
}
