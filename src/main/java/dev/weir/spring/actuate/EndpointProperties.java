package dev.weir.spring.actuate;

import java.util.Set;
import org.springframework.boot.actuate.endpoint.Show;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.context.annotation.Lazy;

/**
 * What the endpoint {@code httppools} shows to whom; the names are those of Boot's own endpoints.
 *
 * @param showValues when settings that are text, such as the address of a proxy, and the requests of holders are shown
 * @param roles a user needs one of these to be authorized; if there are none, to be logged in is enough
 */
@Lazy // bound where the endpoint is exposed
@ConfigurationProperties("management.endpoint.httppools")
record EndpointProperties(
        @DefaultValue("never") Show showValues,
        @DefaultValue Set<String> roles) {}
