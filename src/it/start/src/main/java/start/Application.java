package start;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.web.client.RestClient;

/** A service with the actuator and a client, which says what its start took: CPU time in ms, and classes. */
@SpringBootApplication(proxyBeanMethods = false)
public class Application {

    public static void main(String[] args) {
        try (var context = SpringApplication.run(Application.class, args)) {
            context.getBean(RestClient.class);
            OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
            System.out.println("started " + system.getProcessCpuTime() / 1_000_000 + " "
                    + ManagementFactory.getClassLoadingMXBean().getTotalLoadedClassCount());
        }
    }

    @Bean
    RestClient client(RestClient.Builder builder) {
        return builder.build();
    }
}
