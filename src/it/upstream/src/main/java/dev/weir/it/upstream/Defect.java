package dev.weir.it.upstream;

/**
 * A defect of HttpCore or HttpClient, and the smallest program that shows it.
 *
 * @param name its name in docs/upstream.md
 * @param expected what is seen without it
 * @param program shows it, and returns what is seen
 */
record Defect(String name, String expected, Program program) {

    @FunctionalInterface
    interface Program {
        String run() throws Exception;
    }
}
