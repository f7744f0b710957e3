package dev.weir.internal.diagnosis;

import java.util.Map;

/**
 * What is known of the leaks of a route. Immutable.
 *
 * @param held connections that were not released, and have not come back since
 * @param takenBack connections that were taken back recently because their holder was garbage collected
 * @param places how often each place of the program leaked a connection of this route
 */
public record LeakFigures(long held, long takenBack, Map<String, Long> places) {

    /** No leak. */
    public static final LeakFigures NONE = new LeakFigures(0, 0, Map.of());

    /**
     * Copies the places.
     *
     * @param held connections that were not released, and have not come back since
     * @param takenBack connections that were taken back recently because their holder was garbage collected
     * @param places how often each place of the program leaked a connection of this route
     */
    public LeakFigures {
        places = Map.copyOf(places);
    }

    /**
     * Tells whether there is anything to say.
     *
     * @return true if connections are held, or were taken back recently
     */
    public boolean areAny() {
        return held > 0 || takenBack > 0;
    }
}
