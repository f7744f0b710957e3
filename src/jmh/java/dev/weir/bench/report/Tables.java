package dev.weir.bench.report;

import java.util.List;

/** Makes tables of one kind of results. */
public interface Tables {

    /**
     * Says whether these are the tables for a result.
     *
     * @param result what was measured
     * @return true if they are
     */
    boolean take(Measured result);

    /**
     * Makes the tables.
     *
     * @param results all that they take, at least one, in the order in which they were measured
     * @return the tables
     */
    List<Table> of(List<Measured> results);
}
