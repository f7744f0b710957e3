package dev.weir.it.release;

import dev.weir.HttpPool;
import java.io.IOException;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.core5.http.io.entity.EntityUtils;

/** Gets pages through a pool. */
final class Fetch implements AutoCloseable {

    private final HttpPool pool = HttpPool.builder("release").build();

    String text(String uri) throws IOException {
        return pool.client().execute(new HttpGet(uri), response -> EntityUtils.toString(response.getEntity()));
    }

    int idle() {
        return pool.snapshot().idle();
    }

    @Override
    public void close() {
        pool.close();
    }
}
