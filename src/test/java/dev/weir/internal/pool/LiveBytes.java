package dev.weir.internal.pool;

import java.lang.management.ManagementFactory;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;

/** The bytes of all objects in use, as the JVM counts them one by one: exact, unlike the part of the heap that is in use. */
final class LiveBytes {

    /** Such as {@code Total 12 1000}. */
    private static final Pattern TOTAL = Pattern.compile("(?m)^Total\\s+\\d+\\s+(\\d+)");

    private LiveBytes() {}

    /** Collects garbage and counts the rest. */
    static long total() {
        return TOTAL.matcher(histogram())
                .results()
                .mapToLong(total -> Long.parseLong(total.group(1)))
                .findFirst()
                .orElseThrow();
    }

    /** Returns which classes have how many objects, and of how many bytes. */
    static String histogram() {
        try {
            return (String) ManagementFactory.getPlatformMBeanServer()
                    .invoke(
                            new ObjectName("com.sun.management:type=DiagnosticCommand"),
                            "gcClassHistogram",
                            new Object[] {new String[0]},
                            new String[] {String[].class.getName()});
        } catch (JMException e) {
            throw new IllegalStateException("This JVM counts no objects", e);
        }
    }
}
