package dev.weir.servers;

import java.nio.file.Path;
import org.apache.catalina.util.ServerInfo;

/** The servers, and proxies in front of Tomcat. */
enum ServerKind {
    TOMCAT("Tomcat", "", "") {
        @Override
        Running start(Path directory) {
            return Running.tomcat(directory);
        }

        @Override
        String version() {
            return ServerInfo.getServerNumber();
        }
    },

    NGINX("nginx in front of Tomcat", "nginx", "-v") {
        @Override
        Running start(Path directory) {
            return Proxies.nginx(directory);
        }
    },

    HAPROXY("HAProxy in front of Tomcat", "haproxy", "-v") {
        @Override
        Running start(Path directory) {
            return Proxies.haproxy(directory);
        }
    },

    TINYPROXY("tinyproxy on the way to Tomcat", "tinyproxy", "-v") {
        @Override
        Running start(Path directory) {
            return Proxies.tinyproxy(directory);
        }
    },

    NODE("Node", "node", "--version") {
        @Override
        Running start(Path directory) {
            return Programs.node(directory);
        }
    },

    GO("Go", "go", "version") {
        @Override
        Running start(Path directory) {
            return Programs.go(directory);
        }
    };

    private final String title;
    private final String program;
    private final String versionOption;

    ServerKind(String title, String program, String versionOption) {
        this.title = title;
        this.program = program;
        this.versionOption = versionOption;
    }

    /** Starts it on a port of its own, with its files in a directory. */
    abstract Running start(Path directory);

    boolean isInstalled() {
        return program.isEmpty() || Programs.find(program).isPresent();
    }

    String version() {
        return Programs.version(program, versionOption);
    }

    /** Tells whether no trailer reaches clients: nginx hands none on. */
    boolean dropsTrailers() {
        return this == NGINX;
    }

    String program() {
        return program;
    }

    String title() {
        return title;
    }
}
