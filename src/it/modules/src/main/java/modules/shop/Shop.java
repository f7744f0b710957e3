package modules.shop;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import javax.net.ServerSocketFactory;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.apache.hc.client5.http.classic.HttpClient;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.core5.http.io.entity.EntityUtils;

/** Sends requests over HTTP and HTTPS, by a blocking pool and an asynchronous one. Arguments: a file of keys, and its password. */
public final class Shop {

    private Shop() {}

    public static void main(String[] args) throws Exception {
        SSLContext keys = keys(Path.of(args[0]), args[1].toCharArray());
        System.out.println("runs in " + Shop.class.getModule() + " with " + HttpPool.class.getModule());
        try (Site plain = new Site(ServerSocketFactory.getDefault());
                Site secure = new Site(keys.getServerSocketFactory());
                HttpPool pool = HttpPool.builder("shop").sslContext(keys).build();
                AsyncHttpPool async = HttpPool.builder("async").sslContext(keys).buildAsync()) {
            say("blocking", pool.client(), "http://127.0.0.1:" + plain.port());
            say("blocking TLS", pool.client(), "https://127.0.0.1:" + secure.port());
            say("async", async.blockingClient(), "http://127.0.0.1:" + plain.port());
            say("async TLS", async.blockingClient(), "https://127.0.0.1:" + secure.port());
            System.out.println(pool.snapshot().idle() + " idle, findings: " + pool.diagnose().findings());
        }
    }

    private static void say(String what, HttpClient client, String uri) throws Exception {
        for (int i = 0; i < 2; i++) {
            String text = client.execute(new HttpGet(uri), response -> EntityUtils.toString(response.getEntity()));
            System.out.println(what + ": " + text);
        }
    }

    private static SSLContext keys(Path file, char[] password) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream stream = Files.newInputStream(file)) {
            store.load(stream, password);
        }
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, password);
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }
}
