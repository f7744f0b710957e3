package dev.weir;

/**
 * Runs in a JVM that has Weir, HttpClient and slf4j alone: no Micrometer, no Spring, not even the null annotations, no
 * tests. Started by {@link PackagedJarIT}; a failure is an exception, and so a status other than 0.
 */
final class BareClasspathMain {
    private BareClasspathMain() {}

    /** Takes the names of all classes that must do without the optional libraries. */
    public static void main(String[] classNames) throws ClassNotFoundException {
        refuse("io.micrometer.core.instrument.MeterRegistry");
        refuse("org.springframework.context.ApplicationContext");
        int members = 0;
        for (String className : classNames) {
            members += load(className);
        }
        System.out.printf("loaded %d classes with %d members%n", classNames.length, members);
    }

    /** A class path that has an optional library would prove nothing. */
    private static void refuse(String className) {
        try {
            Class.forName(className);
        } catch (ClassNotFoundException e) {
            return;
        }
        throw new IllegalStateException(className + " must not be on the class path");
    }

    /** Initializes the class and resolves every type that its members name. */
    private static int load(String className) throws ClassNotFoundException {
        Class<?> type = Class.forName(className);
        return type.getDeclaredMethods().length
                + type.getDeclaredConstructors().length
                + type.getDeclaredFields().length;
    }
}
