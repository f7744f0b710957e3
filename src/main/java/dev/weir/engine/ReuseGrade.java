package dev.weir.engine;

/** What a connection has been through when it becomes idle. Immutable. */
public enum ReuseGrade {

    /** No request has used it: it was opened in advance, or for a caller that another connection served. */
    FRESH,

    /** It has served one request, and its server has not yet shown that it keeps connections. */
    USED,

    /** It has been reused: its server answered on a connection that had been idle. */
    PROVEN;

    /**
     * Returns the grade of a connection by what it has done.
     *
     * @param requests how many requests it has served
     * @return the grade
     */
    public static ReuseGrade after(long requests) {
        if (requests == 0) {
            return FRESH;
        }
        return requests == 1 ? USED : PROVEN;
    }
}
