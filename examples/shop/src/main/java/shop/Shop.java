package shop;

import java.net.URI;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClient;

/** Asks the other services. Nothing in it speaks of pools: its client runs on one by itself. */
@Component
class Shop {

    private final RestClient client;
    private final Addresses addresses;

    Shop(RestClient.Builder builder, Addresses addresses) {
        this.client = builder.build();
        this.addresses = addresses;
    }

    String price() {
        return get(addresses.prices());
    }

    String recommendation() {
        return get(addresses.recommendations());
    }

    String stock() {
        return get(addresses.stock());
    }

    private String get(URI address) {
        return client.get().uri(address).retrieve().body(String.class);
    }
}
