package dev.weir.trips;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Prints how many calls, classes and changes of package a request costs; fails only if there is no trip to count. */
class TripsIT {

    @Test
    void countsTheCallsOfAWarmGet() throws Exception {
        Trip trip = Trip.ofWarmGet();

        System.out.printf(
                "A warm GET: %d calls, %d classes, %d packages, %d changes of package%n",
                trip.calls().size(), trip.classes(), trip.packages(), trip.changesOfPackage());
        byClass(trip).forEach((type, count) -> System.out.printf("%4d %s%n", count, type));
        if (Boolean.getBoolean("weir.trips.all")) {
            trip.calls().forEach(System.out::println);
        }
        assertThat(trip.calls()).anyMatch(call -> call.startsWith("dev.weir.internal.client.StraightCall#"));
    }

    private static Map<String, Integer> byClass(Trip trip) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        trip.calls().forEach(call -> counts.merge(Trip.type(call), 1, Integer::sum));
        return counts;
    }
}
