package dev.weir.chain;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

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
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.entity.InputStreamEntity;
import org.apache.hc.core5.http.io.entity.StringEntity;

/** What the cases have in common: how a call is made and told. */
final class Calls {

    static final Handler OK = Handler.ok("yes");

    private Calls() {}

    static Case when(String name, Consumer<HttpClientBuilder> client, Handler server, Case.Call call) {
        return new Case(name, client, server, call);
    }

    static Case when(String name, Handler server, Case.Call call) {
        return new Case(name, null, server, call);
    }

    static Case.Call send(Function<URI, ClassicHttpRequest> request) {
        return (client, server, context) -> sent(client, request.apply(server.uri("/a?b=c")), context);
    }

    static Case.Call sendTo(String path, Function<URI, ClassicHttpRequest> request) {
        return (client, server, context) -> sent(client, request.apply(server.uri(path)), context);
    }

    static String sent(CloseableHttpClient client, ClassicHttpRequest request, HttpClientContext context)
            throws IOException {
        return client.execute(request, context, Calls::told);
    }

    static String told(ClassicHttpResponse response) throws IOException {
        String head = response.getCode() + " " + response.getReasonPhrase() + " " + List.of(response.getHeaders());
        HttpEntity body = response.getEntity();
        return head + " "
                + (body == null ? null : body.getContentEncoding() + " " + text(EntityUtils.toByteArray(body)));
    }

    /** Returns the text of bytes, whatever they are. */
    static String text(byte[] bytes) {
        return bytes.length + " bytes " + new String(bytes, ISO_8859_1).substring(0, Math.min(200, bytes.length));
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

    static Case.Call twice(Function<URI, ClassicHttpRequest> request) {
        return (client, server, context) -> sent(client, request.apply(server.uri("/1")), context)
                + sent(client, request.apply(server.uri("/2")), context);
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
