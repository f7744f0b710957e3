package dev.weir.browser;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Chromium's DevTools protocol, as far as the tests speak it: a command, and its response. Thread-safe. */
final class DevTools implements WebSocket.Listener, AutoCloseable {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final int SECONDS = 30;

    private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();
    private final AtomicInteger ids = new AtomicInteger();
    private final StringBuilder parts = new StringBuilder();
    private final WebSocket socket;

    DevTools(String address) {
        socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(URI.create(address), this)
                .join();
    }

    /** Sends a command to a page, or to the browser if the session is empty, and waits for the response. */
    JsonNode send(String session, String method, Map<String, ?> parameters) throws Exception {
        int id = ids.incrementAndGet();
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        answers.put(id, answer);
        Map<String, Object> command = new ConcurrentHashMap<>(Map.of("id", id, "method", method, "params", parameters));
        if (!session.isEmpty()) {
            command.put("sessionId", session);
        }
        socket.sendText(JSON.writeValueAsString(command), true).get(SECONDS, TimeUnit.SECONDS);
        JsonNode message = answer.get(SECONDS, TimeUnit.SECONDS);
        if (message.has("error")) {
            throw new AssertionError(method + ": " + message.get("error"));
        }
        return message.path("result");
    }

    @Override
    public CompletionStage<?> onText(WebSocket webSocket, CharSequence data, boolean last) {
        parts.append(data);
        if (last) {
            JsonNode message = JSON.readTree(parts.toString());
            parts.setLength(0);
            CompletableFuture<JsonNode> answer =
                    answers.remove(message.path("id").asInt(0));
            if (answer != null) {
                answer.complete(message);
            }
        }
        webSocket.request(1);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public void close() {
        socket.abort();
    }
}
