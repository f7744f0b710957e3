package dev.weir.servers;

import org.apache.catalina.util.ServerInfo;

/** The servers, and proxies in front of Tomcat. */
enum ServerKind {
    TOMCAT("Tomcat", "", "") {
        @Override
        Running start(Site site) {
            return Running.start(site, () -> EmbeddedTomcat.start(site));
        }

        @Override
        String version() {
            return ServerInfo.getServerNumber();
        }
    },

    NGINX("nginx in front of Tomcat", "nginx", "-v") {
        @Override
        Running start(Site site) {
            return Proxies.nginx(site);
        }
    },

    HAPROXY("HAProxy in front of Tomcat", "haproxy", "-v") {
        @Override
        Running start(Site site) {
            return Proxies.haproxy(site);
        }
    },

    TINYPROXY("tinyproxy on the way to Tomcat", "tinyproxy", "-v") {
        @Override
        Running start(Site site) {
            return Proxies.tinyproxy(site);
        }
    },

    NODE("Node", "node", "--version") {
        @Override
        Running start(Site site) {
            return Programs.node(site);
        }
    },

    GO("Go", "go", "version") {
        @Override
        Running start(Site site) {
            return Programs.go(site);
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

    /** Starts it. */
    abstract Running start(Site site);

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

    /**
     * Tells whether a large body comes back while it is sent. nginx ceases to write to an upstream that was full once the
     * response has begun, whatever the client.
     */
    boolean isFullDuplex(ClientKind client) {
        return client.isFullDuplex() && this != NGINX;
    }

    String program() {
        return program;
    }

    String title() {
        return title;
    }
}
