package auth;

import dev.weir.event.LeaseOutcome;
import dev.weir.spring.HttpPools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** The application beside its servers; it starts once for all tests. */
@SpringBootTest(classes = Application.class, webEnvironment = WebEnvironment.RANDOM_PORT)
abstract class Booted {

    static final Services SERVICES;
    static final Bank BANK;
    static final Bank OLDER_BANK;

    static final Path BUILD = Path.of(System.getProperty("build.directory"));

    private static final Set<LeaseOutcome> GRANTED = EnumSet.of(
            LeaseOutcome.REUSED,
            LeaseOutcome.REUSED_AFTER_WAIT,
            LeaseOutcome.DIALED,
            LeaseOutcome.DIALED_AFTER_WAIT);
    private static final Path CERTIFICATES;

    static {
        try {
            CERTIFICATES = Files.createTempDirectory(BUILD, "certificates");
            Certificate server = Certificate.create(CERTIFICATES, "server");
            Certificate client = Certificate.create(CERTIFICATES, "client");
            BANK = Bank.start("TLSv1.3", server, client);
            OLDER_BANK = Bank.start("TLSv1.2", server, client);
            SERVICES = Services.start();
        } catch (IOException | InterruptedException | GeneralSecurityException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @Autowired
    private HttpPools pools;

    @DynamicPropertySource
    static void servers(DynamicPropertyRegistry registry) {
        registry.add("services", SERVICES::address);
        registry.add("certificates", () -> "file:" + CERTIFICATES);
    }

    /** How many requests got a connection of the pool, from those that were idle or by opening one. */
    long leases(String pool) {
        return pools.find(pool).stream()
                .flatMap(found -> found.snapshot().routes().stream())
                .flatMap(route -> route.leases().entrySet().stream())
                .filter(outcome -> GRANTED.contains(outcome.getKey()))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }
}
