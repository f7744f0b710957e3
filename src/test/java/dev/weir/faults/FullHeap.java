package dev.weir.faults;

/** Fills the heap of its JVM, for a moment or until it is let go. */
final class FullHeap {

    private static final int[] SIZES = {1 << 20, 1 << 16, 1 << 12, 1 << 8, 16};

    private FullHeap() {}

    /** Returns a chain of all that fitted in, the one before it at its end. Linked by hand: a list that grows would fail early. */
    static Object[] filled(Object[] before) {
        Object[] chain = before;
        for (int size : SIZES) {
            chain = filled(chain, size);
        }
        return chain;
    }

    private static Object[] filled(Object[] before, int size) {
        Object[] chain = before;
        try {
            while (true) {
                chain = new Object[] {chain, new byte[size]};
            }
        } catch (OutOfMemoryError e) {
            return chain; // that is what this is for
        }
    }
}
