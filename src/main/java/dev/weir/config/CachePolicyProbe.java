package dev.weir.config;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.JMRuntimeException;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * Asks the JVM whether the class that reads the DNS cache properties has done so. It reads them in its static
 * initialiser, so an initialized class is a closed door.
 *
 * <p>Needs the module java.management to be linked at all and jdk.management to get a value; only this class refers
 * to them, so that a caller survives their absence.
 */
final class CachePolicyProbe {

    private static final String POLICY_CLASS = "sun.net.InetAddressCachePolicy";
    private static final String DIAGNOSTIC_COMMAND = "com.sun.management:type=DiagnosticCommand";

    private CachePolicyProbe() {}

    static JvmDnsCache.Result ask() {
        try {
            String hierarchy = execute("vmClassHierarchy", POLICY_CLASS);
            return judge(hierarchy, isListed(hierarchy) ? classStates() : null);
        } catch (JMException | JMRuntimeException | SecurityException e) {
            // No such MBean or operation, or no permission to ask: another kind of JVM or a reduced one.
            return JvmDnsCache.Result.UNKNOWN;
        }
    }

    /**
     * Decides from what the JVM printed. A class that is not listed is not loaded. A loaded class is an initialized
     * one, except where an ahead-of-time cache (JDK 24 and later) loads and links classes at start; those JVMs print
     * the states of their classes.
     */
    static JvmDnsCache.Result judge(String hierarchy, @Nullable String classStates) {
        boolean isInitialized = isListed(hierarchy) && (classStates == null || isInitialized(classStates));
        return isInitialized ? JvmDnsCache.Result.TOO_LATE : JvmDnsCache.Result.APPLIED;
    }

    private static boolean isListed(String hierarchy) {
        return hierarchy.contains(POLICY_CLASS);
    }

    /** The states are named loaded, linked, being_initialized, fully_initialized and initialization_error. */
    private static boolean isInitialized(String classStates) {
        return classStates
                .lines()
                .map(String::strip)
                .anyMatch(line -> line.endsWith(" " + POLICY_CLASS) && line.contains("initializ"));
    }

    private static @Nullable String classStates() {
        try {
            return execute("vmClasses");
        } catch (JMException | JMRuntimeException e) {
            // Older JVMs have no such command, and no ahead-of-time cache either.
            return null;
        }
    }

    private static String execute(String operation, String... arguments) throws JMException {
        Object printed = ManagementFactory.getPlatformMBeanServer()
                .invoke(new ObjectName(DIAGNOSTIC_COMMAND), operation, new Object[] {arguments}, new String[] {
                    String[].class.getName()
                });
        return String.valueOf(printed);
    }
}
