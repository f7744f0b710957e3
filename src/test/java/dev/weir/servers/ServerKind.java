package dev.weir.servers;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** The servers, and proxies in front of Tomcat. */
enum ServerKind {
    TOMCAT("Tomcat", "", "", ""),
    NGINX("nginx in front of Tomcat", "nginx", "HUP", "QUIT"),
    HAPROXY("HAProxy in front of Tomcat", "haproxy", "USR2", "USR1"),
    TINYPROXY("tinyproxy on the way to Tomcat", "tinyproxy", "", "TERM"),
    NODE("Node", "node", "", "TERM"),
    GO("Go", "go", "", "TERM");

    final String title;
    final String program;

    /** The signal after which it reads its configuration again; empty if it does not. */
    final String reloadSignal;

    /** The signal after which it finishes what it does, and ends. */
    final String stopSignal;

    ServerKind(String title, String program, String reloadSignal, String stopSignal) {
        this.title = title;
        this.program = program;
        this.reloadSignal = reloadSignal;
        this.stopSignal = stopSignal;
    }

    boolean isInstalled() {
        return program.isEmpty() || find(program).isPresent();
    }

    /** Finds a program; {@code PATH} alone leaves out what only administrators run. */
    static Optional<Path> find(String program) {
        Stream<String> path = Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1));
        return Stream.concat(path, Stream.of("/usr/sbin", "/usr/local/sbin", "/usr/local/go/bin"))
                .filter(directory -> !directory.isEmpty())
                .map(directory -> Path.of(directory, program))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Tells whether no trailer reaches clients: nginx hands none on. */
    boolean dropsTrailers() {
        return this == NGINX;
    }
}
