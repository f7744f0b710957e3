package dev.weir.spring;

import java.util.Arrays;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ListableBeanFactory;

/**
 * Says once why clients run without pools: the application has a builder of its own, and it stays in charge.
 *
 * @param text what the log says
 */
record OwnBuilderNotice(String text) {

    private static final Logger LOG = LoggerFactory.getLogger(HttpPools.class);

    static OwnBuilderNotice log(String clients, Class<?> builder, ListableBeanFactory beans) {
        String names = String.join("', '", Arrays.asList(beans.getBeanNamesForType(builder, true, false)));
        OwnBuilderNotice notice = new OwnBuilderNotice(clients + " run without pools of Weir: the application has a "
                + builder.getSimpleName() + " of its own, the bean '" + names + "'");
        LOG.info(notice.text);
        return notice;
    }
}
