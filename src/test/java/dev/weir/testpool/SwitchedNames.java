package dev.weir.testpool;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hc.client5.http.DnsResolver;

/** A resolver whose addresses for every name can be switched at any time. Thread-safe. */
public final class SwitchedNames implements DnsResolver {

    /** What a lookup does; may block or throw. */
    @FunctionalInterface
    public interface Script {
        List<String> run(int lookup) throws UnknownHostException;
    }

    private final List<String> asked = new CopyOnWriteArrayList<>();
    private volatile Script script;

    public SwitchedNames(String... literals) {
        this.script = lookup -> List.of(literals);
    }

    public void answers(String... literals) {
        script = lookup -> List.of(literals);
    }

    public void fails() {
        script = lookup -> {
            throw new UnknownHostException("scripted failure");
        };
    }

    public void script(Script next) {
        script = next;
    }

    /** Returns the names that were asked for, in that order. */
    public List<String> asked() {
        return List.copyOf(asked);
    }

    @Override
    public InetAddress[] resolve(String host) throws UnknownHostException {
        asked.add(host);
        List<String> literals = script.run(asked.size());
        InetAddress[] addresses = new InetAddress[literals.size()];
        for (int i = 0; i < addresses.length; i++) {
            addresses[i] = InetAddress.getByName(literals.get(i));
        }
        return addresses;
    }

    @Override
    public String resolveCanonicalHostname(String host) {
        return host;
    }
}
