/** Programs that use Weir: one that needs nothing else, and one with Spring Boot. */
@SuppressWarnings("requires-automatic") // Spring's
module modules {
    requires dev.weir;

    requires static spring.boot;
    requires static spring.boot.autoconfigure;
    requires static spring.boot.health;
    requires static spring.context;
    requires static spring.web;

    opens modules.boot;
}
