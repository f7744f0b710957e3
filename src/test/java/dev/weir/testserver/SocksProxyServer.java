package dev.weir.testserver;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ProtocolException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * A SOCKS 5 proxy on 127.0.0.1 for the CONNECT command (RFC 1928), open to all. Every target name leads to 127.0.0.1, so
 * that names need not exist. Thread-safe.
 */
public final class SocksProxyServer implements AutoCloseable {

    private static final int VERSION = 5;
    private static final int CONNECT = 1;
    private static final int CONNECTION_REFUSED = 5;
    private static final int COMMAND_NOT_SUPPORTED = 7;

    private final byte[] injected;
    private final ProxyLog log = new ProxyLog();
    private final AcceptLoop loop;

    private SocksProxyServer(byte[] injected) {
        this.injected = injected;
        this.loop = new AcceptLoop("socks-proxy", AcceptLoop.bind(LoopbackNames.ADDRESS, 0, 256), this::serve).start();
    }

    public static SocksProxyServer start() {
        return new SocksProxyServer(new byte[0]);
    }

    /** Starts a proxy that sends this as soon as it has a connection to the target, and is honest then. */
    public static SocksProxyServer injecting(String bytes) {
        return new SocksProxyServer(bytes.getBytes(StandardCharsets.ISO_8859_1));
    }

    public int port() {
        return loop.port();
    }

    public ProxyLog log() {
        return log;
    }

    /** Frees the port, all connections and tunnels, and ends all threads. */
    @Override
    public void close() {
        loop.close();
    }

    private void serve(Socket client, int id) throws IOException {
        log.opened();
        try (client) {
            serve(client, new ByteInput(client.getInputStream()), client.getOutputStream());
        } finally {
            log.closed();
        }
    }

    private void serve(Socket client, ByteInput input, OutputStream output) throws IOException {
        expectVersion(input);
        input.bytes(input.unsignedByte()); // the methods that it offers
        output.write(new byte[] {VERSION, 0});
        expectVersion(input);
        int command = input.unsignedByte();
        input.unsignedByte(); // reserved
        String host = host(input);
        int port = (input.unsignedByte() << 8) | input.unsignedByte();
        if (command != CONNECT) {
            output.write(reply(COMMAND_NOT_SUPPORTED, 0));
            return;
        }
        log.connected(host + ":" + port);
        Socket upstream;
        try {
            upstream = LoopbackNames.connect(host, port);
        } catch (IOException e) {
            output.write(reply(CONNECTION_REFUSED, 0));
            return;
        }
        try (upstream) {
            // In one piece: what is injected is there when the client has read the reply.
            byte[] all = reply(0, injected.length);
            System.arraycopy(injected, 0, all, all.length - injected.length, injected.length);
            output.write(all);
            new Tunnel(client, upstream).run(input.buffered());
        }
    }

    private static String host(ByteInput input) throws IOException {
        return switch (input.unsignedByte()) {
            case 1 -> InetAddress.getByAddress(input.bytes(4)).getHostAddress();
            case 3 -> new String(input.bytes(input.unsignedByte()), StandardCharsets.UTF_8);
            case 4 -> InetAddress.getByAddress(input.bytes(16)).getHostAddress();
            default -> throw new ProtocolException("not a kind of address");
        };
    }

    // Bound to 0.0.0.0:0, which no client looks at.
    private static byte[] reply(int code, int room) {
        byte[] reply = new byte[10 + room];
        reply[0] = VERSION;
        reply[1] = (byte) code;
        reply[3] = 1;
        return reply;
    }

    private static void expectVersion(ByteInput input) throws IOException {
        if (input.unsignedByte() != VERSION) {
            throw new ProtocolException("not SOCKS 5");
        }
    }
}
