package modules.shop;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Scanner;
import javax.net.ServerSocketFactory;

/** Answers every request with "hello". */
public final class Site implements AutoCloseable {

    private static final String RESPONSE = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";

    private final ServerSocket listener;

    public Site(ServerSocketFactory sockets) throws IOException {
        listener = sockets.createServerSocket(0, 10, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    public int port() {
        return listener.getLocalPort();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                start(() -> serve(socket));
            } catch (IOException e) {
                return; // closed
            }
        }
    }

    private static void serve(Socket accepted) {
        try (Socket socket = accepted;
                Scanner lines = new Scanner(socket.getInputStream(), StandardCharsets.US_ASCII)) {
            while (lines.hasNextLine()) {
                if (lines.nextLine().isEmpty()) {
                    socket.getOutputStream().write(RESPONSE.getBytes(StandardCharsets.US_ASCII));
                }
            }
        } catch (IOException e) {
            System.out.println("server: " + e);
        }
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
