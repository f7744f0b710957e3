package dev.weir.build;

import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.ManagedPool;

/** Runs in a JVM that lacks something. Started by {@link OldLibraryIT} and {@link MissingModuleIT}. */
final class OldLibraryMain {

    private OldLibraryMain() {}

    /** Prints what the builder says; of asynchronous pools with any argument. */
    public static void main(String[] arguments) {
        HttpPoolBuilder builder = HttpPool.builder("test");
        try (ManagedPool pool = arguments.length == 0 ? builder.build() : builder.buildAsync()) {
            System.out.println("built " + pool.name());
        } catch (IllegalStateException e) {
            System.out.println(e);
        }
    }
}
