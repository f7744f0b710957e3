package auth;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/**
 * A server that serves only clients with the certificate that it knows, and tells them their name. It refuses others with an
 * alert, and reads on until they are gone, so that no reset overtakes the alert.
 */
final class Bank {

    private final AtomicInteger served = new AtomicInteger();
    private final String protocol;
    private final SSLContext tls;
    private final ServerSocket server;

    private Bank(String protocol, SSLContext tls, ServerSocket server) {
        this.protocol = protocol;
        this.tls = tls;
        this.server = server;
    }

    static Bank start(String protocol, Certificate own, Certificate client)
            throws IOException, GeneralSecurityException {
        ServerSocket server = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
        Bank bank = new Bank(protocol, context(own, client), server);
        daemon(bank::accept);
        return bank;
    }

    String address() {
        return "https://127.0.0.1:" + server.getLocalPort();
    }

    int served() {
        return served.get();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                daemon(() -> serve(client));
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private void serve(Socket client) {
        try (client) {
            SSLSocket secure = (SSLSocket) tls.getSocketFactory().createSocket(client, null, false);
            secure.setEnabledProtocols(new String[] {protocol});
            secure.setNeedClientAuth(true);
            greet(secure, client);
        } catch (IOException e) {
            // A client that left: the test sees what it got.
        }
    }

    private void greet(SSLSocket client, Socket plain) throws IOException {
        try {
            client.startHandshake();
        } catch (SSLException e) {
            plain.getInputStream().readAllBytes();
            return;
        }
        served.incrementAndGet();
        skipHead(client.getInputStream());
        String name = client.getSession().getPeerPrincipal().getName();
        String head = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: " + name.length() + "\r\n\r\n";
        client.getOutputStream().write((head + name).getBytes(StandardCharsets.US_ASCII));
        client.close();
    }

    private static void skipHead(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                throw new EOFException("the client left within the head of a request");
            }
            head.append((char) next);
        }
    }

    private static SSLContext context(Certificate own, Certificate client)
            throws IOException, GeneralSecurityException {
        var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(own.store(), own.password());
        var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(client.trust());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task, "bank");
        thread.setDaemon(true);
        thread.start();
    }
}
