package dev.weir.servers;

import dev.weir.testserver.RealServer;
import java.util.List;

/**
 * A process of its own.
 *
 * @param process it
 * @param reloadSignal the signal after which it reads its configuration again, or empty
 * @param stopSignal the signal after which it finishes what it does, and ends
 */
record ProcessInstance(RealServer process, String reloadSignal, String stopSignal) implements Instance {

    static ProcessInstance start(Site site, String reload, String stop, List<String> command) {
        return new ProcessInstance(RealServer.start(site.directory(), site.port(), command), reload, stop);
    }

    @Override
    public void reload() {
        process.signal(reloadSignal);
    }

    @Override
    public void stop() {
        process.signal(stopSignal);
        process.awaitEnd();
    }

    @Override
    public void kill() {
        process.close();
        process.awaitEnd();
    }
}
