package dev.weir.engine;

/** The purpose of an entry that no caller has asked for. More constants may be added. */
public enum SpareNeed {

    /** It replaces another entry: only on a route that has entries and whose last dial succeeded. */
    REPLACEMENT,

    /** The route has to have some, even if it has none or its last dial failed; that was a while ago. */
    MINIMUM
}
