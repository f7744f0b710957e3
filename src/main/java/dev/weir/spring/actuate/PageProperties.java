package dev.weir.spring.actuate;

import java.net.URI;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.context.annotation.Lazy;

/**
 * What the endpoint {@code httppoolspage} shows besides the pools.
 *
 * @param dashboards where the dashboards of the service are, which know its history; no link if it is not set
 */
@Lazy // bound where the endpoint is exposed
@ConfigurationProperties("management.endpoint.httppoolspage")
record PageProperties(@Nullable String dashboards) {

    private static final Set<String> SCHEMES = Set.of("http", "https");
    private static final int MOST_SHOWN = 64;

    PageProperties {
        if (dashboards != null && !isLink(dashboards)) {
            throw new IllegalArgumentException(
                    "management.endpoint.httppoolspage.dashboards must be an http or https address"
                            + " without user info, such as https://grafana.internal/d/weir, because the page links to it,"
                            + " but was " + masked(dashboards));
        }
    }

    private static boolean isLink(String text) {
        try {
            URI address = URI.create(text);
            return SCHEMES.contains(String.valueOf(address.getScheme()))
                    && address.getHost() != null
                    && address.getRawUserInfo() == null;
        } catch (IllegalArgumentException malformed) {
            return false;
        }
    }

    private static String masked(String text) {
        return text.replaceAll("//[^/]*@", "//******@")
                .transform(shown -> shown.substring(0, Math.min(shown.length(), MOST_SHOWN)));
    }
}
