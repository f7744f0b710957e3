package dev.weir.testserver;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLServerSocketFactory;

/** Server sockets that demand a client certificate. */
final class ClientAuthServerSockets extends SSLServerSocketFactory {

    private final SSLServerSocketFactory factory;

    ClientAuthServerSockets(SSLServerSocketFactory factory) {
        this.factory = factory;
    }

    @Override
    public String[] getDefaultCipherSuites() {
        return factory.getDefaultCipherSuites();
    }

    @Override
    public String[] getSupportedCipherSuites() {
        return factory.getSupportedCipherSuites();
    }

    @Override
    public ServerSocket createServerSocket() throws IOException {
        return demanding(factory.createServerSocket());
    }

    @Override
    public ServerSocket createServerSocket(int port) throws IOException {
        return demanding(factory.createServerSocket(port));
    }

    @Override
    public ServerSocket createServerSocket(int port, int backlog) throws IOException {
        return demanding(factory.createServerSocket(port, backlog));
    }

    @Override
    public ServerSocket createServerSocket(int port, int backlog, InetAddress address) throws IOException {
        return demanding(factory.createServerSocket(port, backlog, address));
    }

    private static ServerSocket demanding(ServerSocket socket) {
        ((SSLServerSocket) socket).setNeedClientAuth(true);
        return socket;
    }
}
