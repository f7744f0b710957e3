package dev.weir.servers;

import dev.weir.testserver.RealServer;
import dev.weir.testserver.TestCertificates;
import java.nio.file.Path;

/**
 * A server that runs.
 *
 * @param target where to send requests
 * @param tomcat stops what answers in the end, unless the process does
 * @param process stops what there is besides
 */
record Running(Target target, Runnable tomcat, Runnable process) implements AutoCloseable {

    static Running tomcat(Path directory) {
        EmbeddedTomcat tomcat = EmbeddedTomcat.start(directory, certificate(directory));
        return new Running(Target.at(tomcat.port()), tomcat::close, () -> {});
    }

    static Running process(int port, RealServer process) {
        return new Running(Target.at(port), () -> {}, process::close);
    }

    /** Writes the certificate that all clients trust, and its key. */
    static Path certificate(Path directory) {
        Path pem = directory.resolve("server.pem");
        TestCertificates.trusted().writePem(pem);
        return pem;
    }

    @Override
    public void close() {
        process.run();
        tomcat.run();
    }
}
