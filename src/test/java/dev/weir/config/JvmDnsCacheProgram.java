package dev.weir.config;

import java.net.InetAddress;
import java.time.Duration;
import java.util.List;

/** Runs in a JVM of its own: applies 7 s and 3 s, after a lookup if asked to, and prints the result and what holds. */
final class JvmDnsCacheProgram {

    private JvmDnsCacheProgram() {}

    public static void main(String[] arguments) throws Exception {
        List<String> orders = List.of(arguments);
        if (orders.contains("lookup")) {
            InetAddress.getByName("localhost");
        }
        System.out.println(JvmDnsCache.apply(Duration.ofSeconds(7), Duration.ofSeconds(3)));
        if (orders.contains("policy")) {
            InetAddress.getByName("localhost");
            System.out.println(inForce("get") + " " + inForce("getNegative"));
        }
    }

    private static Object inForce(String accessor) throws ReflectiveOperationException {
        return Class.forName("sun.net.InetAddressCachePolicy")
                .getMethod(accessor)
                .invoke(null);
    }
}
