package dev.weir.config;

import java.lang.management.ManagementFactory;
import java.security.Security;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Objects;
import javax.management.JMException;
import javax.management.JMRuntimeException;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * Sets and returns how long the JVM itself caches DNS answers.
 *
 * <p>The cache below {@link java.net.InetAddress} is shared by the whole JVM, lies below the cache of every pool, and adds
 * its time to theirs: an address that DNS has dropped can be returned for the sum of both. Its times are the security
 * properties {@code networkaddress.cache.ttl} (30 s unless set) and {@code networkaddress.cache.negative.ttl} (10 s as the
 * JDK ships it). The JVM reads them once, at the first lookup of a host name; IP addresses in text form need no lookup. So
 * call {@link #apply} at the very start of a program; it reports when it came too late.
 *
 * <p>All methods are safe for use by any thread; they change settings of the whole JVM.
 */
public final class JvmDnsCache {

    /** The time of an answer that is never asked for again: {@code -1} in the JVM's properties. */
    static final Duration FOREVER = ChronoUnit.FOREVER.getDuration();

    static final String TTL = "networkaddress.cache.ttl";
    static final String NEGATIVE_TTL = "networkaddress.cache.negative.ttl";
    static final String LEGACY_TTL = "sun.net.inetaddr.ttl";
    static final String LEGACY_NEGATIVE_TTL = "sun.net.inetaddr.negative.ttl";

    private JvmDnsCache() {}

    /**
     * Sets the times of the JVM's DNS cache and returns whether that has an effect.
     *
     * <p>The properties hold whole seconds; a fraction is rounded up. They are set even if it is too late, so that
     * {@link #ttl()} and {@link #negativeTtl()} return them afterwards whatever the result. A second call before the first lookup replaces
     * the first; after a lookup every call is too late, one with unchanged times included. To find out, the first call
     * starts the platform's MBean server, which takes about a tenth of a second.
     *
     * @param ttl how long to remember an address; zero is not at all, {@link ChronoUnit#FOREVER}'s duration without end
     * @param negativeTtl how long to remember that a lookup failed; zero is not at all, {@link ChronoUnit#FOREVER}'s duration without end
     * @return whether the times take effect at the first lookup: false if the JVM has already looked up a name, and keeps the
     *     times of that moment; true, too, from a JVM that does not reveal it
     * @throws IllegalArgumentException if a time is negative, or longer than {@link Integer#MAX_VALUE} seconds without
     *     being {@link ChronoUnit#FOREVER}'s duration; no property is changed then
     * @throws SecurityException if a security manager forbids setting a security property
     */
    public static boolean apply(Duration ttl, Duration negativeTtl) {
        String positive = propertyValue("ttl", ttl);
        String negative = propertyValue("negativeTtl", negativeTtl);
        Security.setProperty(TTL, positive);
        Security.setProperty(NEGATIVE_TTL, negative);
        try {
            return !Probe.isInitialized();
        } catch (Exception | NoClassDefFoundError notTold) {
            // No such module, MBean or operation, or no permission to ask: another kind of JVM, or a reduced one.
            return true;
        }
    }

    /**
     * Returns how long the JVM remembers an address, according to its properties: the security property or, where it is not
     * set, the older system property {@code sun.net.inetaddr.ttl}, or else the JVM's own default. A change of the properties
     * after the first lookup is not in force.
     *
     * @return the time; 30 s in an unchanged JDK, zero for not at all, {@link ChronoUnit#FOREVER}'s duration for without end
     */
    public static Duration ttl() {
        return ttl(Security.getProperty(TTL), System.getProperty(LEGACY_TTL), Duration.ofSeconds(30));
    }

    /**
     * Returns how long the JVM remembers that a lookup failed, likewise.
     *
     * @return the time; 10 s in an unchanged JDK, zero for not at all, {@link ChronoUnit#FOREVER}'s duration for without end
     */
    public static Duration negativeTtl() {
        return ttl(Security.getProperty(NEGATIVE_TTL), System.getProperty(LEGACY_NEGATIVE_TTL), Duration.ZERO);
    }

    static Duration ttl(@Nullable String security, @Nullable String legacy, Duration unset) {
        for (String seconds : Arrays.asList(security, legacy)) {
            try {
                if (seconds != null) {
                    int time = Integer.decode(seconds);
                    return time < 0 ? FOREVER : Duration.ofSeconds(time);
                }
            } catch (NumberFormatException e) {
                // The JVM passes over what it cannot read, and so does the forecast of what it will do.
            }
        }
        return unset;
    }

    private static String propertyValue(String name, Duration time) {
        Objects.requireNonNull(time, name);
        if (time.equals(FOREVER)) {
            return "-1";
        }
        if (time.isNegative() || time.compareTo(Duration.ofSeconds(Integer.MAX_VALUE)) > 0) {
            throw new IllegalArgumentException(name + " must be between PT0S and " + Integer.MAX_VALUE
                    + " seconds, such as PT10S, or ChronoUnit.FOREVER.getDuration(), but was " + time);
        }
        return Long.toString(time.getNano() > 0 ? time.getSeconds() + 1 : time.getSeconds());
    }

    /**
     * Asks the JVM whether the class that reads the properties, in its static initializer, is initialized. Only this class
     * needs the modules java.management and jdk.management.
     */
    static final class Probe {
        private static final String POLICY_CLASS = "sun.net.InetAddressCachePolicy";

        private Probe() {}

        private static boolean isInitialized() throws JMException {
            String hierarchy = execute("vmClassHierarchy", POLICY_CLASS);
            return isInitialized(hierarchy, hierarchy.contains(POLICY_CLASS) ? classStates() : null);
        }

        /**
         * Decides from what the JVM printed. A loaded class is an initialized one, except where an ahead-of-time cache (JDK
         * 24 and later) loads and links classes at start; those JVMs print the states of their classes.
         */
        static boolean isInitialized(String hierarchy, @Nullable String classStates) {
            return hierarchy.contains(POLICY_CLASS)
                    && (classStates == null
                            || classStates
                                    .lines()
                                    .anyMatch(line ->
                                            line.strip().endsWith(" " + POLICY_CLASS) && line.contains("initializ")));
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
                    .invoke(
                            new ObjectName("com.sun.management:type=DiagnosticCommand"),
                            operation,
                            new Object[] {arguments},
                            new String[] {String[].class.getName()});
            return String.valueOf(printed);
        }
    }
}
