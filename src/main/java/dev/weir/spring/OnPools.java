package dev.weir.spring;

import org.springframework.beans.factory.BeanFactory;

/** Marks builders whose clients run on pools: our beans hand out Boot's where the application's customizers change these. */
interface OnPools {

    /** The bean that builds request factories. */
    String BLOCKING = "httpPoolRequestFactoryBuilder";

    /** The bean that builds connectors. */
    String REACTIVE = "httpPoolConnectorBuilder";

    /** Whether one kind of client runs on pools. */
    static boolean isBuiltBy(String bean, BeanFactory beans) {
        return beans.containsBean(bean) && beans.getBean(bean) instanceof OnPools;
    }
}
