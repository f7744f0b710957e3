package modules.boot;

import dev.weir.HttpPool;
import dev.weir.spring.HttpPools;
import javax.net.ServerSocketFactory;
import modules.shop.Site;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.web.client.RestClient;

/** Sends a request by Boot's RestClient, and says which pool it took, and how that is. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class Application {

    public static void main(String[] args) throws Exception {
        try (Site site = new Site(ServerSocketFactory.getDefault());
                var context = SpringApplication.run(Application.class, args)) {
            RestClient client = context.getBean(RestClient.Builder.class).build();
            String text = client.get().uri("http://127.0.0.1:" + site.port()).retrieve().body(String.class);
            HttpPools pools = context.getBean(HttpPools.class);
            System.out.println(text + " by " + pools.pools() + " of " + HttpPool.class.getModule());
            System.out.println("health: " + context.getBean("httppoolsHealthIndicator", HealthIndicator.class).health());
        }
    }
}
