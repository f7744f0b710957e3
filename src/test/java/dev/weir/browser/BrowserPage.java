package dev.weir.browser;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** A page in a browser. */
public final class BrowserPage {

    private final DevTools tools;
    private final String session;
    private final Map<String, String> media = new LinkedHashMap<>();

    BrowserPage(DevTools tools, String session) {
        this.tools = tools;
        this.session = session;
    }

    public JsonNode command(String method, Map<String, ?> parameters) throws Exception {
        return tools.send(session, method, parameters);
    }

    /** Evaluates an expression, a promise included, as the console would: the policy of the page does not hold for it. */
    public JsonNode evaluate(String expression) throws Exception {
        JsonNode answer = command(
                "Runtime.evaluate", Map.of("expression", expression, "awaitPromise", true, "returnByValue", true));
        if (answer.has("exceptionDetails")) {
            throw new AssertionError(expression + ": " + answer.get("exceptionDetails"));
        }
        return answer.path("result").path("value");
    }

    public String text(String expression) throws Exception {
        return evaluate("String(" + expression + ")").asString();
    }

    /** Waits until an expression is true; looks whenever the page draws, and gives up after half a minute. */
    public void await(String condition) throws Exception {
        JsonNode found = evaluate("new Promise((done) => { const end = performance.now() + 25000;"
                + " const look = () => { let met = false; try { met = Boolean(" + condition + "); } catch {}"
                + " if (met || performance.now() > end) done(met); else setTimeout(look, 20); }; look(); })");
        if (!found.asBoolean(false)) {
            throw new AssertionError("never became true: " + condition + "; the page says: "
                    + text("document.body ? document.body.innerText : 'nothing'"));
        }
    }

    public void size(int width, int height, boolean isPhone) throws Exception {
        command(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", isPhone));
    }

    public void media(String feature, String value) throws Exception {
        media.put(feature, value);
        List<Map<String, String>> features = media.entrySet().stream()
                .map(each -> Map.of("name", each.getKey(), "value", each.getValue()))
                .toList();
        command("Emulation.setEmulatedMedia", Map.of("features", features));
    }

    public void press(String key) throws Exception {
        int code = key.equals("Tab") ? 9 : 13;
        String text = key.equals("Tab") ? "" : "\r";
        for (String type : List.of("keyDown", "keyUp")) {
            command(
                    "Input.dispatchKeyEvent",
                    Map.of("type", type, "key", key, "code", key, "windowsVirtualKeyCode", code, "text", text));
        }
    }

    /** What a screen reader is told: roles and names, in the order of the page. */
    public List<String> accessibility() throws Exception {
        return command("Accessibility.getFullAXTree", Map.of())
                .path("nodes")
                .valueStream()
                .filter(node -> !node.path("ignored").asBoolean(false))
                .map(node -> node.path("role").path("value").asString("") + " "
                        + node.path("name").path("value").asString(""))
                .toList();
    }

    public void screenshot(Path file) throws Exception {
        String data = command("Page.captureScreenshot", Map.of("format", "png", "captureBeyondViewport", true))
                .path("data")
                .asString();
        write(file, Base64.getDecoder().decode(data));
    }

    private static void write(Path file, byte[] bytes) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.write(file, bytes);
    }
}
