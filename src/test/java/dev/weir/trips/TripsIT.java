package dev.weir.trips;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Counts calls instead of time, which depends on the machine. */
class TripsIT {

    /** Prints them, and fails only if there are none: which number is right is for people to say. */
    @Test
    void countsTheCallsOfAWarmGet() throws Exception {
        Trip trip = Trip.of(TripMain.class, "");

        System.out.printf(
                "A warm GET: %d calls, %d classes, %d packages, %d changes of package%n",
                trip.calls().size(), trip.classes(), trip.packages(), trip.changesOfPackage());
        byClass(trip).forEach((type, count) -> System.out.printf("%4d %s%n", count, type));
        if (Boolean.getBoolean("weir.trips.all")) {
            trip.calls().forEach(System.out::println);
        }
        assertThat(trip.calls()).anyMatch(call -> call.startsWith("dev.weir.internal.client.StraightCall#"));
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
