package dev.weir.internal.client;

import java.lang.module.ModuleDescriptor.Version;
import org.apache.hc.core5.http2.HttpVersionPolicy;
import org.apache.hc.core5.util.VersionInfo;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Refuses releases of HttpClient and HttpCore that are not safe to use, and a JVM on which they do not work. */
public final class LibraryVersions {

    private static final Logger LOG = LoggerFactory.getLogger("dev.weir.pool");

    /** The oldest HttpClient that will do. */
    public static final String CLIENT = "5.6.4";

    private static final String CLIENT_REASON =
            "asynchronous clients of older releases accept a certificate for any host name (CVE-2026-71290).";

    /** The oldest HttpCore that will do. */
    public static final String CORE = "5.4.3";

    private static final String CORE_REASON =
            "older releases let a server exhaust the memory with endless response headers (CVE-2026-54399).";

    private static final String HTTP2_REASON =
            "older releases let a server exhaust the memory with compressed headers (CVE-2026-54428).";

    private static final String BROTLI = "5.6.5";

    private LibraryVersions() {}

    /**
     * Checks what is on the class path.
     *
     * @throws HttpClientVersionException if HttpClient, HttpCore or its HTTP/2 module is too old
     * @throws IllegalStateException if the JVM lacks the module {@code jdk.net}
     */
    public static void check() {
        checkModules();
        check("httpclient5", release("org.apache.hc.client5"), CLIENT, CLIENT_REASON);
        check("httpcore5", release("org.apache.hc.core5"), CORE, CORE_REASON);
        check("httpcore5-h2", HttpVersionPolicy.class.getPackage().getImplementationVersion(), CORE, HTTP2_REASON);
    }

    // Without it HttpClient fails at each connection. A native image consists of what its program needs, and has no
    // modules.
    private static void checkModules() {
        if (ModuleLayer.boot().findModule("jdk.net").isEmpty()
                && System.getProperty("org.graalvm.nativeimage.imagecode") == null) {
            throw new IllegalStateException(
                    "HttpClient needs the module jdk.net of the JDK, but this JVM runs without it: start java with"
                            + " --add-modules jdk.net, require jdk.net in the module of the program, or add it to the"
                            + " image that jlink makes");
        }
    }

    /**
     * Tells whether HttpClient decodes Brotli well. Before 5.6.5 it turned in circles, or read beyond the memory that it
     * had (5.6.4, with brotli4j on the class path).
     */
    static boolean decodeBrotli() {
        return decodesBrotli(release("org.apache.hc.client5"));
    }

    static boolean decodesBrotli(@Nullable String release) {
        Version version = version(release);
        return version == null || version.compareTo(Version.parse(BROTLI)) >= 0;
    }

    // HttpCore has its release in a file; its HTTP/2 module only in the manifest of its jar.
    private static @Nullable String release(String path) {
        VersionInfo info = VersionInfo.loadVersionInfo(path, LibraryVersions.class.getClassLoader());
        return info == null ? null : info.getRelease();
    }

    static void check(String artifact, @Nullable String found, String required, String reason) {
        Version version = version(found);
        if (version == null) {
            LOG.debug("The version of {} is unknown ({}); {} or newer is needed", artifact, found, required);
        } else if (version.compareTo(Version.parse(required)) < 0) {
            throw new HttpClientVersionException(artifact, String.valueOf(found), required, reason);
        }
    }

    /** Returns the version without what stands behind a hyphen, such as 5.7 for {@code 5.7-alpha1}; null if it is none. */
    private static @Nullable Version version(@Nullable String release) {
        try {
            return release == null ? null : Version.parse(release.split("-", 2)[0]);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
