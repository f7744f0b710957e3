package dev.weir.testpool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.weir.HttpPool;
import dev.weir.event.PoolSnapshot;
import java.io.IOException;
import java.net.URI;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/** Blocking calls as tests make them, and what must hold after each. */
public final class ClientCalls {

    private ClientCalls() {}

    public static String get(CloseableHttpClient client, URI uri) throws IOException {
        return send(client, new HttpGet(uri));
    }

    public static HttpPost post(URI uri, String body) {
        HttpPost post = new HttpPost(uri);
        post.setEntity(new StringEntity(body));
        return post;
    }

    public static HttpGet get(URI uri, RequestConfig config) {
        HttpGet get = new HttpGet(uri);
        get.setConfig(config);
        return get;
    }

    /** Returns the status and the body, such as {@code 200 ok}. */
    public static String send(CloseableHttpClient client, ClassicHttpRequest request) throws IOException {
        return send(client, request, null);
    }

    public static String send(CloseableHttpClient client, ClassicHttpRequest request, @Nullable HttpContext context)
            throws IOException {
        return client.execute(
                request,
                context,
                response -> response.getCode() + " "
                        + (response.getEntity() == null ? "" : EntityUtils.toString(response.getEntity())));
    }

    public static <T extends Throwable> T failure(
            Class<T> type, CloseableHttpClient client, ClassicHttpRequest request) {
        T failure = catchThrowableOfType(type, () -> send(client, request));
        assertThat(failure).as("the call must fail").isNotNull();
        return failure;
    }

    public static <T extends Throwable> T failure(Class<T> type, CloseableHttpClient client, URI uri) {
        return failure(type, client, new HttpGet(uri));
    }

    /** A pool at rest has no connection that is leased, awaited or being dialed. */
    public static void assertAtRest(HttpPool pool) {
        PoolSnapshot now = pool.snapshot();
        assertThat(now.leased()).as("leased").isZero();
        assertThat(now.pending()).as("pending").isZero();
        assertThat(now.dialing()).as("dialing").isZero();
        assertThat(now.routes())
                .allSatisfy(route -> assertThat(route.opened() - route.closed())
                        .as("open connections of " + route.target())
                        .isEqualTo(route.idle()));
    }
}
