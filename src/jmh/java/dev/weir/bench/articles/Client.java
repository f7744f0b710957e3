package dev.weir.bench.articles;

import dev.weir.bench.ServerProcess;
import dev.weir.load.Call;
import java.io.Closeable;
import java.io.IOException;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.entity.StringEntity;

/**
 * A client and what ends it, with its pool.
 *
 * @param http sends the requests
 * @param owner is closed at the end
 */
record Client(CloseableHttpClient http, Closeable owner) implements Closeable {

    Call gets(ServerProcess server) {
        return number -> send(new HttpGet(server.uri()));
    }

    void post(ServerProcess server) throws IOException {
        HttpPost order = new HttpPost(server.uri());
        order.setEntity(new StringEntity("order"));
        send(order);
    }

    /** Returns the length of the body. */
    int get(ServerProcess server) throws IOException {
        return send(new HttpGet(server.uri()));
    }

    private int send(ClassicHttpRequest request) throws IOException {
        return http.execute(request, response -> EntityUtils.toByteArray(response.getEntity()).length);
    }

    @Override
    public void close() throws IOException {
        owner.close();
    }
}
