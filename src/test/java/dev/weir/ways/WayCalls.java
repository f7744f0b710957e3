package dev.weir.ways;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.HttpPoolBuilder;
import dev.weir.testserver.Handler;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.hc.client5.http.auth.AuthScope;
import org.apache.hc.client5.http.auth.UsernamePasswordCredentials;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.auth.BasicCredentialsProvider;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.entity.InputStreamEntity;
import org.apache.hc.core5.http.io.entity.StringEntity;

/** What the cases have in common: how a call is made and told. */
final class WayCalls {

    static final Handler OK = Handler.ok("yes");

    private WayCalls() {}

    static void usual(HttpPoolBuilder pool) {
        // As it is.
    }

    static WayCase wayCase(String name, Consumer<HttpPoolBuilder> pool, Handler server, WayCase.Call call) {
        return new WayCase(name, pool, server, call);
    }

    static WayCase wayCase(String name, Handler server, WayCase.Call call) {
        return wayCase(name, WayCalls::usual, server, call);
    }

    static WayCase.Call send(Function<URI, ClassicHttpRequest> request) {
        return (pool, server, context) -> sent(pool, request.apply(server.uri("/a?b=c")), context);
    }

    static WayCase.Call sendTo(String path, Function<URI, ClassicHttpRequest> request) {
        return (pool, server, context) -> sent(pool, request.apply(server.uri(path)), context);
    }

    static String sent(WayPool pool, ClassicHttpRequest request, HttpClientContext context) throws IOException {
        long held = pool.snapshot().leased();
        String told = pool.client().execute(request, context, WayCalls::told);
        pool.await(now -> now.leased() <= held);
        return told;
    }

    static String told(ClassicHttpResponse response) throws IOException, HttpException {
        String head = response.getCode() + " " + response.getReasonPhrase() + " " + List.of(response.getHeaders());
        if (response.getEntity() == null) {
            return head + " without body";
        }
        String entity = response.getEntity().getContentLength() + " "
                + response.getEntity().getContentType() + " "
                + response.getEntity().getContentEncoding() + " "
                + response.getEntity().isChunked() + " " + response.getEntity().isStreaming() + " "
                + response.getEntity().isRepeatable();
        return head + " " + entity + " " + Transcript.text(EntityUtils.toByteArray(response.getEntity()));
    }

    static HttpPost post(URI uri) {
        HttpPost request = new HttpPost(uri);
        request.setEntity(new StringEntity("sent", ContentType.TEXT_PLAIN));
        return request;
    }

    static HttpPost postOnce(URI uri) {
        HttpPost request = new HttpPost(uri);
        request.setEntity(new InputStreamEntity(new ByteArrayInputStream("once".getBytes(UTF_8)), 4, null));
        return request;
    }

    static <T extends HttpUriRequestBase> T with(T request, Consumer<T> change) {
        change.accept(request);
        return request;
    }

    static <T extends HttpUriRequestBase> T with(T request, RequestConfig config) {
        request.setConfig(config);
        return request;
    }

    static Consumer<HttpPoolBuilder> customized(Consumer<HttpClientBuilder> customizer) {
        return pool -> pool.customizeClient(customizer);
    }

    static WayCase.Call twice(Function<URI, ClassicHttpRequest> request) {
        return (pool, server, context) -> sent(pool, request.apply(server.uri("/1")), context)
                + sent(pool, request.apply(server.uri("/2")), context);
    }

    static BasicCredentialsProvider credentials(String user, String password) {
        BasicCredentialsProvider credentials = new BasicCredentialsProvider();
        credentials.setCredentials(
                new AuthScope(null, -1), new UsernamePasswordCredentials(user, password.toCharArray()));
        return credentials;
    }

    static Handler raw(String response) {
        return exchange -> {
            exchange.output().write(response.getBytes(US_ASCII));
            exchange.output().flush();
            exchange.hangUp();
        };
    }

    static void raise(Throwable failure) throws IOException, HttpException {
        if (failure instanceof IOException io) {
            throw io;
        }
        if (failure instanceof HttpException http) {
            throw http;
        }
        if (failure instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        throw (Error) failure;
    }
}
