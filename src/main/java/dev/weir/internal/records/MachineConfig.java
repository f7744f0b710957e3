package dev.weir.internal.records;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.function.Supplier;
import javax.naming.Context;
import javax.naming.NamingException;
import javax.naming.directory.DirContext;
import javax.naming.directory.InitialDirContext;

/** The name servers of the machine: what {@code /etc/resolv.conf} says; where there is no such file, what the JDK knows. */
final class MachineConfig implements Supplier<ResolverConfig> {

    private static final String FACTORY = "com.sun.jndi.dns.DnsContextFactory";

    private final ReadFile<ResolverConfig> file;

    MachineConfig(Path file) {
        this.file = new ReadFile<>(file, ResolverConfig::parse);
    }

    static MachineConfig ofMachine() {
        return new MachineConfig(Path.of("/etc/resolv.conf"));
    }

    /**
     * Returns the configuration as it is at the moment.
     *
     * @throws IllegalStateException if no name server is known
     */
    @Override
    public ResolverConfig get() {
        ResolverConfig config = file.isThere() ? file.content() : ofJdk();
        if (config.servers().isEmpty()) {
            throw new IllegalStateException("no name server is known: "
                    + (file.isThere() ? file + " names none" : "there is no " + file + ", and the JDK knows none"));
        }
        return config;
    }

    /** Asks the JNDI provider of the JDK, a module of its own. It reads the registry of Windows, but has no TTLs. */
    private ResolverConfig ofJdk() {
        Properties environment = new Properties();
        environment.setProperty(Context.INITIAL_CONTEXT_FACTORY, FACTORY);
        environment.setProperty(Context.PROVIDER_URL, "dns:");
        try {
            DirContext context = new InitialDirContext(environment);
            try {
                Object urls = context.getEnvironment().get(Context.PROVIDER_URL);
                return urls == null ? ResolverConfig.of(List.of()) : ResolverConfig.ofUrls(Objects.toString(urls));
            } finally {
                context.close();
            }
        } catch (NamingException e) {
            throw new IllegalStateException(
                    "no name server is known: there is no " + file + ", and the JDK's own means to find one, the module"
                            + " jdk.naming.dns, is missing or fails (" + e + "); add the module, or name the servers",
                    e);
        }
    }
}
