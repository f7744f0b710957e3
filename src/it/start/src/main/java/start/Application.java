package start;

import com.sun.management.OperatingSystemMXBean;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.web.client.RestClient;

/** A service with the actuator and a client, which says what its start and its first request took. */
@SpringBootApplication(proxyBeanMethods = false)
public class Application {

    /** Prints CPU time, time and classes of the start, then time and classes of the first request. Times are in ms. */
    public static void main(String[] args) throws IOException {
        try (var context = SpringApplication.run(Application.class, args)) {
            RestClient client = context.getBean(RestClient.class);
            long cpu = ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
            long time = System.currentTimeMillis()
                    - ManagementFactory.getRuntimeMXBean().getStartTime();
            long classes = classes();
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.createContext("/", exchange -> {
                exchange.sendResponseHeaders(204, -1);
                exchange.close();
            });
            server.start();
            String address = "http://localhost:" + server.getAddress().getPort() + "/";
            long start = System.nanoTime();
            try {
                client.get().uri(address).retrieve().toBodilessEntity();
            } finally {
                server.stop(0);
            }
            long first = System.nanoTime() - start;
            System.out.println("started " + cpu / 1_000_000 + " " + time + " " + classes + " " + first / 1_000_000 + " "
                    + (classes() - classes));
        }
    }

    private static long classes() {
        return ManagementFactory.getClassLoadingMXBean().getTotalLoadedClassCount();
    }

    @Bean
    RestClient client(RestClient.Builder builder) {
        return builder.build();
    }
}
