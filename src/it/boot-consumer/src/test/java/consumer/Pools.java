package consumer;

import dev.weir.spring.HttpPools;
import org.springframework.context.ApplicationContext;

/** A class of its own, as the types of the pools need Spring Boot 4. */
final class Pools {

    private Pools() {}

    static int maxTotal(ApplicationContext context) {
        return context.getBean(HttpPools.class).find("default").orElseThrow().config().maxTotal();
    }
}
