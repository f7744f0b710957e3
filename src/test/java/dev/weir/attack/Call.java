package dev.weir.attack;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.message.BasicHeader;

/**
 * A request of one caller.
 *
 * @param method its method
 * @param uri where it goes
 * @param body its body, empty for none
 * @param headers further headers
 */
record Call(String method, URI uri, String body, List<Header> headers) {

    static Call get(URI uri) {
        return new Call("GET", uri, "", List.of());
    }

    static Call head(URI uri) {
        return new Call("HEAD", uri, "", List.of());
    }

    static Call post(URI uri) {
        return new Call("POST", uri, "order", List.of());
    }

    Call with(String name, String value) {
        List<Header> more = new ArrayList<>(headers);
        more.add(new BasicHeader(name, value));
        return new Call(method, uri, body, List.copyOf(more));
    }

    /** The path, which an honest server names in its response. */
    String path() {
        return uri.getPath();
    }
}
