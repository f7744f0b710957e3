package dev.weir.spring.actuate;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Arrays;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.web.client.RestClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A Boot application with actuator on a port of its own. */
final class WebApp implements AutoCloseable {

    private final HttpClient client = HttpClient.newHttpClient();
    private final ConfigurableApplicationContext context;

    private WebApp(ConfigurableApplicationContext context) {
        this.context = context;
    }

    static WebApp start(String... properties) {
        return new WebApp(new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.SERVLET)
                .properties("spring.main.banner-mode=off", "server.port=0", "server.address=127.0.0.1")
                .run(Arrays.stream(properties).map(property -> "--" + property).toArray(String[]::new)));
    }

    /** Lets the application call something, with a client as it finds it. */
    void call(URI address) {
        RestClient restClient = context.getBean(RestClient.Builder.class).build();
        restClient.get().uri(address).retrieve().toBodilessEntity();
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    URI actuator(String path) {
        return URI.create(
                "http://127.0.0.1:" + context.getEnvironment().getProperty("local.server.port") + "/actuator" + path);
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return get(actuator(path));
    }

    private HttpResponse<String> get(URI address) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString());
    }

    HttpResponse<String> post(String path, String json) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(actuator(path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(json))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    HttpResponse<String> delete(String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(actuator(path)).DELETE().build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    static JsonNode json(HttpResponse<String> response) {
        return JsonMapper.shared().readTree(response.body());
    }

    @Override
    public void close() {
        context.close();
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}
}
