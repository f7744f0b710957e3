package dev.weir.faults;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.event.PoolEvent;
import dev.weir.event.PoolListener;
import java.io.IOException;
import java.lang.management.ClassLoadingMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;

/**
 * Opens the first https connection of a JVM, to a server that it does not trust, and prints when classes are loaded for it.
 */
final class FirstDialProgram {

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final ClassLoadingMXBean CLASSES = ManagementFactory.getClassLoadingMXBean();

    private FirstDialProgram() {}

    public static void main(String[] arguments) throws Exception {
        HttpPoolBuilder builder = HttpPool.builder("cold")
                .timeouts(t ->
                        t.unordered().poolWait(LONG).connect(LONG).read(LONG).total(LONG))
                .listener(new Printer());
        if (arguments[1].equals("async")) {
            dialAsync(builder.buildAsync(), arguments[0]);
        } else {
            dial(builder.build(), arguments[0]);
        }
        System.out.println("END");
        System.exit(0);
    }

    private static void dial(HttpPool pool, String uri) {
        print("asked");
        try {
            pool.client().execute(ClassicRequestBuilder.get(uri).build(), HttpResponse::getCode);
        } catch (IOException e) {
            System.out.println("failed " + e);
        }
    }

    private static void dialAsync(AsyncHttpPool pool, String uri) throws InterruptedException {
        print("asked");
        try {
            pool.client().execute(SimpleRequestBuilder.get(uri).build(), null).get();
        } catch (ExecutionException e) {
            System.out.println("failed " + e.getMessage());
        }
    }

    private static void print(String moment) {
        System.out.println(moment + " " + CLASSES.getTotalLoadedClassCount());
    }

    private static final class Printer implements PoolListener {
        @Override
        public void onEvent(PoolEvent event) {
            if (event instanceof PoolEvent.DialStarted) {
                print("started");
            } else if (event instanceof PoolEvent.DialEnded) {
                print("ended");
            }
        }
    }
}
