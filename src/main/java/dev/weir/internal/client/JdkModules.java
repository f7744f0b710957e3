package dev.weir.internal.client;

/** Refuses a JVM that lacks a module of the JDK without which HttpClient fails at each connection. */
public final class JdkModules {

    private JdkModules() {}

    /**
     * Checks which modules the JVM has. A native image consists of what its program needs, and has no modules to check.
     *
     * @throws IllegalStateException if {@code jdk.net} is missing
     */
    public static void check() {
        if (ModuleLayer.boot().findModule("jdk.net").isEmpty()
                && System.getProperty("org.graalvm.nativeimage.imagecode") == null) {
            throw new IllegalStateException(
                    "HttpClient needs the module jdk.net of the JDK, but this JVM runs without it:"
                            + " start java with --add-modules jdk.net, require jdk.net in the module of the program, or add"
                            + " it to the image that jlink makes");
        }
    }
}
