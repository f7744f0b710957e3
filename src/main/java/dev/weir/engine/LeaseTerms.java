package dev.weir.engine;

/** Which connections a caller accepts. A connection that is opened for the caller is always one of them. Immutable. */
public enum LeaseTerms {

    /** Any connection. */
    ANY,

    /** One that has already been reused, or that no request has used yet. */
    PROVEN,

    /** One that no request has used yet. */
    FRESH;

    /**
     * Tells whether a caller with these terms accepts a connection.
     *
     * @param grade what the connection has been through
     * @return whether it does
     */
    public boolean accepts(ReuseGrade grade) {
        return this == ANY || grade == ReuseGrade.FRESH || (this == PROVEN && grade == ReuseGrade.PROVEN);
    }

    /**
     * Returns the terms that meet both these and others.
     *
     * @param others the others
     * @return the stricter of the two
     */
    public LeaseTerms and(LeaseTerms others) {
        return compareTo(others) >= 0 ? this : others;
    }
}
