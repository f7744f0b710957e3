package dev.weir.bench;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.io.entity.EntityUtils;

/**
 * A blocking client of HttpClient 5: plain, or a pool's.
 *
 * @param client the client, which another part closes
 */
record ClassicSender(CloseableHttpClient client) implements Sender {
    @Override
    public int get(URI uri) throws IOException {
        return client.execute(new HttpGet(uri), response -> EntityUtils.toByteArray(response.getEntity()).length);
    }

    /** Opens so many connections, by as many responses that are held open at once. */
    void open(URI uri, int connections) throws IOException {
        List<ClassicHttpResponse> answers = new ArrayList<>();
        try {
            while (answers.size() < connections) {
                answers.add(client.executeOpen(null, new HttpGet(uri), null));
            }
        } finally {
            for (ClassicHttpResponse answer : answers) {
                EntityUtils.consume(answer.getEntity());
                answer.close();
            }
        }
    }
}
