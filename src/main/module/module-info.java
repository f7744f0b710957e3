/**
 * HTTP connection pools on Apache HttpClient 5. What only some programs use is {@code static}: such a module is read if the
 * program brings it.
 */
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"}) // HttpClient, Micrometer and Spring are no others yet
module dev.weir {
    requires transitive org.apache.httpcomponents.client5.httpclient5;
    requires transitive org.apache.httpcomponents.core5.httpcore5;
    requires transitive org.apache.httpcomponents.core5.httpcore5.h2;
    requires org.slf4j;
    // What HttpClient uses of the JDK: as an automatic module it cannot say so.
    requires java.naming;
    requires jdk.net;

    requires static org.jspecify;
    requires static java.management;
    requires static jdk.jfr;

    requires static micrometer.core;
    requires static micrometer.observation;

    requires static org.apache.httpcomponents.core5.httpcore5.reactive;
    requires static org.apache.tomcat.embed.core;
    requires static reactor.core;
    requires static spring.aop;
    requires static spring.beans;
    requires static spring.boot;
    requires static spring.boot.actuator;
    requires static spring.boot.actuator.autoconfigure;
    requires static spring.boot.autoconfigure;
    requires static spring.boot.health;
    requires static spring.boot.http.client;
    requires static spring.context;
    requires static spring.core;
    requires static spring.web;
    requires static spring.webflux;
    requires static spring.webmvc;

    exports dev.weir;
    exports dev.weir.config;
    exports dev.weir.diagnosis;
    exports dev.weir.event;
    exports dev.weir.failure;
    exports dev.weir.micrometer;
    exports dev.weir.spring;

    // Spring makes what is not public here, and JSON is written of it.
    opens dev.weir.spring;
}
