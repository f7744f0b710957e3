package dev.weir.servers;

import java.nio.file.Path;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.coyote.http2.Http2Protocol;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.apache.tomcat.util.net.SSLHostConfigCertificate;

/** Tomcat in this JVM: HTTP/1.1 and HTTP/2 over TLS, and HTTP/1.1 in clear text for proxies. */
final class EmbeddedTomcat implements AutoCloseable {

    private static final int HEADERS = 65_536;

    private final Tomcat tomcat = new Tomcat();
    private final Connector secure = connector();
    private final Connector plain = connector();

    private EmbeddedTomcat(Path directory, Path pem) {
        tomcat.setBaseDir(directory.toString());
        secureBy(pem);
        tomcat.setConnector(secure);
        tomcat.setConnector(plain);
        Context context = tomcat.addContext("", directory.toString());
        Tomcat.addServlet(context, "mix", new MixServlet());
        for (String path : new String[] {
            "/bytes", "/chunked", "/gzip", "/trailers", "/headers", "/echo", "/store", "/empty", "/204", "/304"
        }) {
            context.addServletMappingDecoded(path, "mix");
        }
    }

    static EmbeddedTomcat start(Path directory, Path pem) {
        EmbeddedTomcat started = new EmbeddedTomcat(directory, pem);
        try {
            started.tomcat.start();
        } catch (LifecycleException e) {
            throw new IllegalStateException(e);
        }
        return started;
    }

    private static Connector connector() {
        Connector connector = new Connector("HTTP/1.1");
        connector.setPort(0);
        connector.setProperty("address", "127.0.0.1");
        connector.setProperty("maxHttpRequestHeaderSize", Integer.toString(HEADERS));
        connector.setProperty("maxHttpResponseHeaderSize", Integer.toString(HEADERS));
        return connector;
    }

    private void secureBy(Path pem) {
        SSLHostConfig config = new SSLHostConfig();
        SSLHostConfigCertificate certificate =
                new SSLHostConfigCertificate(config, SSLHostConfigCertificate.Type.UNDEFINED);
        certificate.setCertificateFile(pem.toString());
        certificate.setCertificateKeyFile(pem.toString());
        config.addCertificate(certificate);
        secure.setScheme("https");
        secure.setSecure(true);
        secure.setProperty("SSLEnabled", "true");
        secure.addSslHostConfig(config);
        secure.addUpgradeProtocol(new Http2Protocol());
    }

    int port() {
        return secure.getLocalPort();
    }

    int plainPort() {
        return plain.getLocalPort();
    }

    @Override
    public void close() {
        try {
            tomcat.stop();
            tomcat.destroy();
        } catch (LifecycleException e) {
            throw new IllegalStateException(e);
        }
    }
}
