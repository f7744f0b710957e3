package dev.weir.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The order in which clients take their turns: forward and backward by turns, so that a machine that slows down slows all
 * alike.
 */
final class TurnOrder {

    private TurnOrder() {}

    /**
     * Returns the order of a round.
     *
     * @param clients all that take part
     * @param round its number, from 0
     * @return the same in their order of this round
     */
    static <T> List<T> of(List<T> clients, int round) {
        List<T> order = new ArrayList<>(clients);
        if (round % 2 != 0) {
            Collections.reverse(order);
        }
        return order;
    }
}
