package shop;

import java.net.URI;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Where the shop finds what it asks.
 *
 * @param prices answers within some milliseconds
 * @param recommendations takes its time
 * @param stock ends connections as it likes, and sometimes fails
 */
@ConfigurationProperties("shop")
record Addresses(URI prices, URI recommendations, URI stock) {}
