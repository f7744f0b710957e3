package cloud;

import dev.weir.config.Address;
import dev.weir.config.Addresses;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.springframework.cloud.client.ServiceInstance;
import org.springframework.cloud.client.discovery.DiscoveryClient;
import org.springframework.cloud.client.discovery.event.HeartbeatEvent;
import org.springframework.cloud.client.discovery.event.HeartbeatMonitor;
import org.springframework.context.ApplicationListener;

/** Gives pools the instances of services, and lets them ask again when the registry says that something has changed. */
public final class DiscoveredAddresses implements Addresses, ApplicationListener<HeartbeatEvent> {

    private final DiscoveryClient discovery;
    private final HeartbeatMonitor heartbeats = new HeartbeatMonitor();
    private final Set<Consumer<String>> pools = ConcurrentHashMap.newKeySet();

    public DiscoveredAddresses(DiscoveryClient discovery) {
        this.discovery = discovery;
    }

    @Override
    public boolean knows(String host) {
        return discovery.getServices().stream().anyMatch(host::equalsIgnoreCase);
    }

    @Override
    public List<Address> lookup(String host, int port) throws IOException {
        List<Address> addresses = new ArrayList<>();
        for (ServiceInstance instance : discovery.getInstances(host)) {
            InetAddress address = InetAddress.getByName(instance.getHost());
            int weight = Integer.parseInt(instance.getMetadata().getOrDefault("weight", "1"));
            addresses.add(Address.of(new InetSocketAddress(address, instance.getPort())).weight(weight));
        }
        return addresses;
    }

    @Override
    public AutoCloseable watch(Consumer<String> changed) {
        pools.add(changed);
        return () -> pools.remove(changed);
    }

    @Override
    public void onApplicationEvent(HeartbeatEvent event) {
        if (heartbeats.update(event.getValue())) {
            discovery.getServices().forEach(service -> pools.forEach(pool -> pool.accept(service)));
        }
    }
}
