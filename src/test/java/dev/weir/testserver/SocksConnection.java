package dev.weir.testserver;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ProtocolException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Serves one client of the SOCKS proxy (RFC 1928, RFC 1929). */
final class SocksConnection {

    private static final int VERSION = 5;
    private static final int NO_AUTHENTICATION = 0;
    private static final int USER_AND_PASSWORD = 2;
    private static final int NO_ACCEPTABLE_METHOD = 0xFF;
    private static final int CONNECT = 1;
    private static final int SUCCEEDED = 0;
    private static final int CONNECTION_REFUSED = 5;
    private static final int COMMAND_NOT_SUPPORTED = 7;

    private final Socket client;
    private final @Nullable Credentials credentials;
    private final ProxyLog log;
    private final byte[] injected;
    private final ByteInput input;
    private final OutputStream output;

    SocksConnection(Socket client, @Nullable Credentials credentials, ProxyLog log, byte[] injected)
            throws IOException {
        this.client = client;
        this.credentials = credentials;
        this.log = log;
        this.injected = injected;
        this.input = new ByteInput(client.getInputStream());
        this.output = client.getOutputStream();
    }

    void run() throws IOException {
        if (!agreeOnMethod() || (credentials != null && !authenticate(credentials))) {
            log.credentialsRefused();
            return;
        }
        expect(VERSION);
        int command = input.unsignedByte();
        input.unsignedByte(); // reserved
        ProxyTarget target = target();
        if (command != CONNECT) {
            reply(COMMAND_NOT_SUPPORTED);
            return;
        }
        log.connected(target.toString());
        tunnel(target);
    }

    private boolean agreeOnMethod() throws IOException {
        expect(VERSION);
        byte[] offered = input.bytes(input.unsignedByte());
        int wanted = credentials == null ? NO_AUTHENTICATION : USER_AND_PASSWORD;
        boolean agreed = contains(offered, wanted);
        write(VERSION, agreed ? wanted : NO_ACCEPTABLE_METHOD);
        return agreed;
    }

    private boolean authenticate(Credentials expected) throws IOException {
        expect(1);
        String user = text();
        String password = text();
        log.credentialsShown();
        boolean good = expected.equals(new Credentials(user, password));
        write(1, good ? 0 : 1);
        return good;
    }

    private ProxyTarget target() throws IOException {
        String host = switch (input.unsignedByte()) {
            case 1 -> InetAddress.getByAddress(input.bytes(4)).getHostAddress();
            case 3 -> text();
            case 4 -> InetAddress.getByAddress(input.bytes(16)).getHostAddress();
            default -> throw new ProtocolException("not a kind of address");
        };
        return new ProxyTarget(host, (input.unsignedByte() << 8) | input.unsignedByte());
    }

    private void tunnel(ProxyTarget target) throws IOException {
        Socket upstream = connectOrRefuse(target);
        if (upstream == null) {
            return;
        }
        try (upstream) {
            succeed();
            new Tunnel(client, upstream).run(input.buffered());
        }
    }

    private @Nullable Socket connectOrRefuse(ProxyTarget target) throws IOException {
        try {
            return target.connect();
        } catch (IOException e) {
            reply(CONNECTION_REFUSED);
            return null;
        }
    }

    // In one piece: what is injected is there when the client has read the reply.
    private void succeed() throws IOException {
        byte[] reply = {VERSION, SUCCEEDED, 0, 1, 0, 0, 0, 0, 0, 0};
        byte[] all = Arrays.copyOf(reply, reply.length + injected.length);
        System.arraycopy(injected, 0, all, reply.length, injected.length);
        output.write(all);
    }

    private void reply(int code) throws IOException {
        write(VERSION, code, 0, 1, 0, 0, 0, 0, 0, 0); // bound to 0.0.0.0:0, which no client looks at
    }

    private void expect(int value) throws IOException {
        if (input.unsignedByte() != value) {
            throw new ProtocolException("not SOCKS 5");
        }
    }

    private String text() throws IOException {
        return new String(input.bytes(input.unsignedByte()), StandardCharsets.UTF_8);
    }

    private void write(int... values) throws IOException {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        output.write(bytes);
    }

    private static boolean contains(byte[] values, int wanted) {
        for (byte value : values) {
            if (value == wanted) {
                return true;
            }
        }
        return false;
    }
}
