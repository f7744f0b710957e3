package dev.weir.it.release;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Scanner;
import org.junit.jupiter.api.Test;

class ReleaseTest {

    private static final String RESPONSE = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";

    private static void serve(ServerSocket listener) {
        try (Socket socket = listener.accept();
                Scanner requests = new Scanner(socket.getInputStream(), StandardCharsets.US_ASCII)) {
            while (requests.hasNextLine()) {
                if (requests.nextLine().isEmpty()) {
                    socket.getOutputStream().write(RESPONSE.getBytes(StandardCharsets.US_ASCII));
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void getsTwoResponsesOverOneConnection() throws IOException {
        assertTrue(Fetch.class.getModule().isNamed());
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Fetch fetch = new Fetch()) {
            new Thread(() -> serve(listener)).start();
            String uri = "http://127.0.0.1:" + listener.getLocalPort() + "/";

            assertEquals("hello", fetch.text(uri));
            assertEquals("hello", fetch.text(uri));
            assertEquals(1, fetch.idle());
        }
    }
}
