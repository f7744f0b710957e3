package dev.weir.engine;

/** What an entry is for that no caller has asked for. More constants may be added. */
public enum SpareNeed {

    /** It takes the place of another one: only where the route has entries, and its last dial succeeded. */
    REPLACEMENT,

    /** The route is to have some, whatever it has and whatever became of its last dial; that was a while ago. */
    MINIMUM
}
