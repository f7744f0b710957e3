package dev.weir.testserver;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A name server on 127.0.0.1, over UDP and TCP, that replies what a test says. Thread-safe. */
public final class LoopbackNameServer implements AutoCloseable {

    /** Says what is sent in reply: nothing, one message, or several. */
    @FunctionalInterface
    public interface Script {
        List<byte[]> replies(DnsQuery query) throws Exception;
    }

    private static final int ATTEMPTS = 20;
    private static final int MAX_QUERY = 1_024;

    private final InetSocketAddress address;
    private final DatagramSocket datagrams;
    private final ServerSocket streams;
    private final List<DnsQuery> asked = new CopyOnWriteArrayList<>();
    private volatile Script script;

    private LoopbackNameServer(DatagramSocket datagrams, ServerSocket streams, Script script) {
        this.address = new InetSocketAddress(LoopbackNames.ADDRESS, datagrams.getLocalPort());
        this.datagrams = datagrams;
        this.streams = streams;
        this.script = script;
    }

    /** Starts a server that has these records and no others. */
    public static LoopbackNameServer of(DnsRecord... records) {
        return start(has(records));
    }

    public static LoopbackNameServer start(Script script) {
        for (int attempt = 1; ; attempt++) {
            try {
                LoopbackNameServer server = bound(script);
                run("name-server-udp", server::serveDatagrams);
                run("name-server-tcp", server::serveStreams);
                return server;
            } catch (IOException e) { // another one has the port for the other transport
                if (attempt == ATTEMPTS) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    private static LoopbackNameServer bound(Script script) throws IOException {
        DatagramSocket datagrams = new DatagramSocket(new InetSocketAddress(LoopbackNames.ADDRESS, 0));
        try {
            return new LoopbackNameServer(
                    datagrams, new ServerSocket(datagrams.getLocalPort(), 10, LoopbackNames.ADDRESS), script);
        } catch (IOException e) {
            datagrams.close();
            throw e;
        }
    }

    private static void run(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    private static Script has(DnsRecord... records) {
        return query -> {
            boolean isKnown =
                    Arrays.stream(records).anyMatch(record -> record.name().equals(query.name()));
            return List.of(isKnown ? query.reply(records) : query.failure(DnsQuery.NO_SUCH_NAME));
        };
    }

    /** Replaces what the server knows. */
    public void switchTo(DnsRecord... records) {
        script = has(records);
    }

    public void script(Script next) {
        script = next;
    }

    public InetSocketAddress address() {
        return address;
    }

    /** Returns all questions so far, those that were repeated as well. */
    public List<DnsQuery> asked() {
        return List.copyOf(asked);
    }

    private void serveDatagrams() {
        byte[] buffer = new byte[MAX_QUERY];
        while (!datagrams.isClosed()) {
            try {
                DatagramPacket packet = new DatagramPacket(buffer, buffer.length);
                datagrams.receive(packet);
                for (byte[] reply : reply(Arrays.copyOf(buffer, packet.getLength()), false)) {
                    datagrams.send(new DatagramPacket(reply, reply.length, packet.getSocketAddress()));
                }
            } catch (Exception e) {
                // The asking socket is closed, or the server is.
            }
        }
    }

    private void serveStreams() {
        while (!streams.isClosed()) {
            try (Socket socket = streams.accept()) {
                DataInputStream in = new DataInputStream(socket.getInputStream());
                byte[] query = new byte[in.readUnsignedShort()];
                in.readFully(query);
                for (byte[] reply : reply(query, true)) {
                    ByteBuffer framed = ByteBuffer.allocate(Short.BYTES + reply.length);
                    socket.getOutputStream()
                            .write(framed.putShort((short) reply.length)
                                    .put(reply)
                                    .array());
                }
            } catch (Exception e) {
                // The asking socket is closed, or the server is.
            }
        }
    }

    private List<byte[]> reply(byte[] message, boolean isStream) throws Exception {
        DnsQuery query = DnsQuery.parse(message, isStream);
        asked.add(query);
        return script.replies(query);
    }

    @Override
    public void close() {
        datagrams.close();
        try {
            streams.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
