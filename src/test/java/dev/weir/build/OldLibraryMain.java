package dev.weir.build;

import dev.weir.HttpPool;

/** Runs in a JVM whose class path says that it holds an old library. Started by {@link OldLibraryIT}. */
final class OldLibraryMain {

    private OldLibraryMain() {}

    /** Prints what the builder says. */
    public static void main(String[] arguments) {
        try (HttpPool pool = HttpPool.builder("test").build()) {
            System.out.println("built " + pool.name());
        } catch (IllegalStateException e) {
            System.out.println(e);
        }
    }
}
