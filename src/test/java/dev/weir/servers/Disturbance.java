package dev.weir.servers;

import dev.weir.servers.Load.Pause;
import dev.weir.servers.Restarts.Scene;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

/** What happens to a server, or to the way to it, while callers send. */
enum Disturbance {
    RELOAD("reload") {
        @Override
        boolean concerns(ServerKind server) {
            return server == ServerKind.NGINX || server == ServerKind.HAPROXY;
        }

        @Override
        void play(Scene scene) {
            scene.server().reload();
        }
    },

    STOP("stop and start") {
        @Override
        void play(Scene scene) {
            scene.restart(scene.server()::stop);
        }
    },

    KILL("`kill -9` and start") {
        @Override
        boolean concerns(ServerKind server) {
            return PROCESSES.contains(server);
        }

        @Override
        void play(Scene scene) {
            scene.restart(scene.server()::kill);
        }
    },

    BLACK_HOLE("black hole on all connections") {
        @Override
        boolean isRelayed() {
            return true;
        }

        @Override
        Duration patience() {
            return Duration.ofSeconds(2);
        }

        @Override
        int lostEachTime() {
            return 2 * Load.CALLERS;
        }

        @Override
        void play(Scene scene) {
            scene.relay().swallow();
        }
    },

    RESET("reset of all connections") {
        @Override
        boolean isRelayed() {
            return true;
        }

        @Override
        int lostOf(int sent, ClientKind client) {
            return client.isHttp2() ? sent / 20 : 0;
        }

        @Override
        void play(Scene scene) {
            scene.relay().reset();
        }
    },

    CUTS("5 % of packets cut their connection") {
        @Override
        boolean isRelayed() {
            return true;
        }

        @Override
        int lostOf(int sent, ClientKind client) {
            return client.isHttp2() ? sent / 20 : 0;
        }

        @Override
        void play(Scene scene) {
            scene.relay().cut(0.05);
        }
    },

    SHORT_IDLE("server keeps connections 500 ms") {
        @Override
        Duration idle() {
            return Duration.ofMillis(500);
        }

        @Override
        Pause pause() {
            return new Pause(Duration.ofMillis(450), Duration.ofMillis(550));
        }

        @Override
        int answers() {
            return 24;
        }

        @Override
        void play(Scene scene) {
            // its idle time does it
        }
    };

    private static final Set<ServerKind> PROCESSES =
            EnumSet.of(ServerKind.NGINX, ServerKind.HAPROXY, ServerKind.NODE, ServerKind.GO);

    private final String title;

    Disturbance(String title) {
        this.title = title;
    }

    /** Makes it happen once. */
    abstract void play(Scene scene);

    boolean concerns(ServerKind server) {
        return server != ServerKind.TINYPROXY;
    }

    boolean isRelayed() {
        return false;
    }

    Duration idle() {
        return Site.USUAL_IDLE;
    }

    Duration patience() {
        return Duration.ofSeconds(20);
    }

    Pause pause() {
        return new Pause(Duration.ofMillis(1), Duration.ofMillis(10));
    }

    /** Returns how many responses each client is to have before and after. */
    int answers() {
        return 40;
    }

    /**
     * Returns how many requests fail each time: those that are on their way into a black hole have no response within their
     * time.
     */
    int lostEachTime() {
        return 0;
    }

    /** Returns how many of those sent may fail: what has begun to be answered is not sent again. */
    int lostOf(int sent, ClientKind client) {
        return 0;
    }

    String title() {
        return title;
    }
}
