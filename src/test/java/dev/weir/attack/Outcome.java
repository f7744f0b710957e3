package dev.weir.attack;

/** What the callers of one attack got, from best to worst. */
enum Outcome {
    /** Each caller got the response to its own request. */
    OWN("own response"),
    /** A caller got an error, and none got anything that was not its own. */
    ERROR("error"),
    /** A caller got what was not sent in answer to its own request, or something of its own went to another. */
    FOREIGN("**not its own**");

    private final String text;

    Outcome(String text) {
        this.text = text;
    }

    Outcome and(Outcome other) {
        return compareTo(other) >= 0 ? this : other;
    }

    static Outcome foreignIf(boolean foreign) {
        return foreign ? FOREIGN : OWN;
    }

    @Override
    public String toString() {
        return text;
    }
}
