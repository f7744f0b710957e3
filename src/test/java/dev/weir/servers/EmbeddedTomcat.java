package dev.weir.servers;

import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.coyote.http2.Http2Protocol;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.apache.tomcat.util.net.SSLHostConfigCertificate;

/** Tomcat in this JVM: HTTP/1.1 and HTTP/2 over TLS, or HTTP/1.1 in clear text for proxies. */
final class EmbeddedTomcat implements Instance {

    private final Tomcat tomcat = new Tomcat();

    private EmbeddedTomcat(Site site, Connector connector) {
        tomcat.setBaseDir(site.directory().toString());
        tomcat.setConnector(connector);
        Context context = tomcat.addContext("", site.directory().toString());
        Tomcat.addServlet(context, "mix", new MixServlet(site.executions()));
        MixServlet.PATHS.forEach(path -> context.addServletMappingDecoded(path, "mix"));
    }

    static EmbeddedTomcat start(Site site) {
        Http2Protocol http2 = new Http2Protocol();
        http2.setKeepAliveTimeout(site.idleMillis());
        Connector connector = connector(site);
        connector.setScheme("https");
        connector.setSecure(true);
        connector.setProperty("SSLEnabled", "true");
        connector.addSslHostConfig(certificate(site));
        connector.addUpgradeProtocol(http2);
        return new EmbeddedTomcat(site, connector).start();
    }

    static EmbeddedTomcat startInClearText(Site site) {
        return new EmbeddedTomcat(site, connector(site)).start();
    }

    private EmbeddedTomcat start() {
        try {
            tomcat.start();
            return this;
        } catch (LifecycleException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Connector connector(Site site) {
        Connector connector = new Connector("HTTP/1.1");
        connector.setPort(site.port());
        connector.setProperty("address", "127.0.0.1");
        connector.setProperty("keepAliveTimeout", Integer.toString(site.idleMillis()));
        connector.setProperty("maxKeepAliveRequests", "-1");
        connector.setProperty("maxHttpRequestHeaderSize", Integer.toString(MixServlet.HEADERS));
        connector.setProperty("maxHttpResponseHeaderSize", Integer.toString(MixServlet.HEADERS));
        return connector;
    }

    private static SSLHostConfig certificate(Site site) {
        SSLHostConfig config = new SSLHostConfig();
        SSLHostConfigCertificate certificate =
                new SSLHostConfigCertificate(config, SSLHostConfigCertificate.Type.UNDEFINED);
        String pem = site.certificate().toString();
        certificate.setCertificateFile(pem);
        certificate.setCertificateKeyFile(pem);
        config.addCertificate(certificate);
        return config;
    }

    @Override
    public void stop() {
        try {
            tomcat.stop();
            tomcat.destroy();
        } catch (LifecycleException e) {
            throw new IllegalStateException(e);
        }
    }
}
