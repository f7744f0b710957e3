package dev.weir.faults;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;

/** Uses pools that do not block, changes them, and closes them. */
final class OrderlyCloseProgram {

    private static final int TIMES = 10;

    private OrderlyCloseProgram() {}

    public static void main(String[] arguments) throws Exception {
        for (int i = 0; i < TIMES; i++) {
            use(arguments[0]);
        }
        System.out.println("END");
    }

    private static void use(String uri) throws Exception {
        AsyncHttpPool pool = HttpPool.builder("used").maxPerRoute(20).buildAsync();
        get(pool, uri);
        pool.reconfigure(pool.config().toBuilder().maxPerRoute(10).build());
        get(pool, uri);
        pool.close();
    }

    private static void get(AsyncHttpPool pool, String uri) throws Exception {
        String text = pool.client()
                .execute(SimpleRequestBuilder.get(uri).build(), null)
                .get()
                .getBodyText();
        System.out.println("got " + text);
    }
}
