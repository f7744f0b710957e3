package dev.weir.servers;

import static io.undertow.servlet.Servlets.servlet;

import dev.weir.testserver.TestCertificates;
import io.undertow.Undertow;
import io.undertow.UndertowOptions;
import io.undertow.Version;
import io.undertow.server.HttpHandler;
import io.undertow.servlet.Servlets;
import io.undertow.servlet.api.DeploymentInfo;
import io.undertow.servlet.api.DeploymentManager;
import io.undertow.servlet.util.ImmediateInstanceFactory;
import jakarta.servlet.ServletException;

/** Undertow in this JVM: HTTP/1.1 and HTTP/2 over TLS. */
final class EmbeddedUndertow implements Instance {

    /** More than there are callers: requests that wait for a thread may hold the window that those with one need. */
    private static final int THREADS = 128;

    private final Undertow undertow;

    private EmbeddedUndertow(Site site) {
        undertow = Undertow.builder()
                .addHttpsListener(
                        site.port(), "127.0.0.1", TestCertificates.trusted().serverContext())
                .setWorkerThreads(THREADS)
                .setServerOption(UndertowOptions.ENABLE_HTTP2, true)
                .setServerOption(UndertowOptions.MAX_HEADER_SIZE, MixServlet.HEADERS)
                .setServerOption(UndertowOptions.NO_REQUEST_TIMEOUT, site.idleMillis())
                .setHandler(deployed(site))
                .build();
    }

    static EmbeddedUndertow start(Site site) {
        EmbeddedUndertow started = new EmbeddedUndertow(site);
        started.undertow.start();
        return started;
    }

    static String version() {
        return Version.getVersionString();
    }

    private static HttpHandler deployed(Site site) {
        MixServlet servlet = new MixServlet(site.executions());
        DeploymentInfo deployment = Servlets.deployment()
                .setClassLoader(EmbeddedUndertow.class.getClassLoader())
                .setContextPath("/")
                .setDeploymentName("mix")
                .addServlet(servlet("mix", MixServlet.class, new ImmediateInstanceFactory<>(servlet))
                        .addMappings(MixServlet.PATHS));
        DeploymentManager manager = Servlets.newContainer().addDeployment(deployment);
        manager.deploy();
        try {
            return manager.start();
        } catch (ServletException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void stop() {
        undertow.stop();
    }
}
