package dev.weir.trips;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Counts calls instead of time, which depends on the machine. */
class TripsIT {

    /** Ten are usual: deadline, request for a lease (two), its entry, lease, request, read, body, end of the lease (two). */
    private static final int MOST_CLOCK_READS = 12;

    /** A tenth more than are usual: a few depend on times. */
    private static final int MOST_CALLS = 441;

    /** On both threads together: 658 of a blocking caller and 562 of another are usual, more if an event comes in parts. */
    private static final int MOST_CALLS_OVER_HTTP_2 = 724;

    /** Prints the calls, and fails if there are more than there were. */
    @Test
    void warmGetMakesFewCalls() throws Exception {
        Trip trip = Trip.of(TripMain.class, "");

        System.out.printf(
                "A warm GET: %d calls, %d classes, %d packages, %d changes of package, %d reads of a clock%n",
                trip.calls().size(), trip.classes(), trip.packages(), trip.changesOfPackage(), trip.clockReads());
        byClass(trip).forEach((type, count) -> System.out.printf("%4d %s%n", count, type));
        if (Boolean.getBoolean("weir.trips.all")) {
            trip.calls().forEach(System.out::println);
        }
        assertThat(trip.calls())
                .anyMatch(call -> call.startsWith("dev.weir.internal.client.StraightCall#"))
                .hasSizeLessThanOrEqualTo(MOST_CALLS);
    }

    /** Prints the calls of both threads, and fails if there are more than there were. */
    @ParameterizedTest
    @ValueSource(strings = {"blocking", "async"})
    void countsTheCallsOfAWarmExchangeOverHttp2(String client) throws Exception {
        Trip trip = Trip.beside("weir-io", StreamTripMain.class, client);

        System.out.printf(
                "A warm GET over HTTP/2, %s: %d calls, %d classes %s%n",
                client, trip.calls().size(), trip.classes(), trip.threads());
        byClass(trip).forEach((type, count) -> System.out.printf("%4d %s%n", count, type));
        if (Boolean.getBoolean("weir.trips.all")) {
            trip.calls().forEach(System.out::println);
        }
        assertThat(trip.calls()).anyMatch(call -> call.startsWith("dev.weir.internal.client.AsyncStraightCall#"));
        assertThat(trip.calls()).hasSizeLessThanOrEqualTo(MOST_CALLS_OVER_HTTP_2);
    }

    @Test
    void warmGetReadsTheClockAFewTimes() throws Exception {
        Trip trip = Trip.of(TripMain.class, "");

        assertThat(trip.clockReads()).isBetween(1, MOST_CLOCK_READS);
    }

    @Test
    void warmGetAllocatesSevenTenthsOfWhatHttpClientDoes() throws Exception {
        long plain = bytes("plain");

        long ofPool = bytes("pool");

        assertThat(ofPool).isLessThanOrEqualTo(plain * 7 / 10);
    }

    // Without compilers, so that it does not depend on what they have found out to be of no use.
    private static long bytes(String client) throws Exception {
        Process program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xint",
                        "-cp",
                        System.getProperty("java.class.path"),
                        BytesMain.class.getName(),
                        client)
                .redirectError(Redirect.DISCARD)
                .start();
        try (BufferedReader output = program.inputReader()) {
            return Long.parseLong(output.readLine());
        } finally {
            program.destroyForcibly();
        }
    }

    @Test
    void refusalMakesAsManyCallsWithHundredsOfRoutesAsWithFew() throws Exception {
        Trip withFew = Trip.of(RefusalMain.class, "3");

        Trip withMany = Trip.of(RefusalMain.class, "300");

        assertThat(withFew.calls()).anyMatch(call -> call.startsWith("dev.weir.internal.pool.ExhaustionReporter#"));
        // What is remembered for a moment makes some of them differ.
        assertThat(withMany.calls().size()).isLessThan(withFew.calls().size() + 200);
    }

    private static Map<String, Integer> byClass(Trip trip) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        trip.calls().forEach(call -> counts.merge(Trip.type(call), 1, Integer::sum));
        return counts;
    }
}
