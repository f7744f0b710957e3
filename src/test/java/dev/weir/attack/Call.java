package dev.weir.attack;

import dev.weir.testserver.LoginScheme;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.message.BasicHeader;
import org.jspecify.annotations.Nullable;

/**
 * A request of one caller.
 *
 * @param method its method
 * @param uri where it goes
 * @param body its body, empty for none
 * @param headers further headers
 * @param user who logs in, with the name as password; null for none
 */
record Call(
        String method,
        URI uri,
        String body,
        List<Header> headers,
        @Nullable String user) {

    Call(String method, URI uri, String body, List<Header> headers) {
        this(method, uri, body, headers, null);
    }

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
        return new Call(method, uri, body, List.copyOf(more), user);
    }

    Call as(String name) {
        return new Call(method, uri, body, headers, name);
    }

    HttpClientContext context() {
        return user == null ? HttpClientContext.create() : LoginScheme.contextOf(user, user);
    }

    /** The path, which an honest server names in its response. */
    String path() {
        return uri.getPath();
    }
}
