package dev.weir.servers;

import dev.weir.testserver.TestCertificates;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/** Jetty in this JVM: HTTP/1.1 and HTTP/2 over TLS. */
final class EmbeddedJetty implements Instance {

    private final Server server = new Server();

    private EmbeddedJetty(Site site) {
        ServletContextHandler context = new ServletContextHandler();
        ServletHolder servlet = new ServletHolder("mix", new MixServlet(site.executions()));
        MixServlet.PATHS.forEach(path -> context.addServlet(servlet, path));
        server.setHandler(context);
        server.addConnector(connector(site));
    }

    static EmbeddedJetty start(Site site) {
        EmbeddedJetty started = new EmbeddedJetty(site);
        try {
            started.server.start();
            return started;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    static String version() {
        return Server.getVersion();
    }

    private ServerConnector connector(Site site) {
        HttpConfiguration config = new HttpConfiguration();
        config.setRequestHeaderSize(MixServlet.HEADERS);
        config.setResponseHeaderSize(MixServlet.HEADERS);
        config.addCustomizer(new SecureRequestCustomizer(false));
        HttpConnectionFactory http1 = new HttpConnectionFactory(config);
        ALPNServerConnectionFactory alpn = new ALPNServerConnectionFactory();
        alpn.setDefaultProtocol(http1.getProtocol());
        ServerConnector connector = new ServerConnector(
                server, tls(alpn.getProtocol()), alpn, new HTTP2ServerConnectionFactory(config), http1);
        connector.setHost("127.0.0.1");
        connector.setPort(site.port());
        connector.setIdleTimeout(site.idleMillis());
        return connector;
    }

    private static SslConnectionFactory tls(String next) {
        SslContextFactory.Server tls = new SslContextFactory.Server();
        tls.setSslContext(TestCertificates.trusted().serverContext());
        return new SslConnectionFactory(tls, next);
    }

    @Override
    public void stop() {
        try {
            server.stop();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
