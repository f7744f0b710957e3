package dev.weir.spring.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.browser.BrowserPage;
import dev.weir.browser.Chromium;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * Takes the pictures of the page, into target/pictures. The one of the docs is the light one:
 * {@code cp target/pictures/light.png docs/images/stats-page.png}.
 */
class StatsPagePictureIT {

    private static final Path PICTURES = Path.of("target/pictures");

    @Test
    void takesPicturesOfAMinute() throws Exception {
        try (Chromium browser = Chromium.startIfThere();
                PageServer server = new PageServer()) {
            BrowserPage page = browser.open(server.url("/page"));
            page.media("prefers-reduced-motion", "reduce");
            page.size(1180, 610, false);
            page.await("document.querySelector('main.empty')");
            page.evaluate(minute());
            page.media("prefers-color-scheme", "light");
            page.screenshot(PICTURES.resolve("light.png"));
            page.media("prefers-color-scheme", "dark");
            page.screenshot(PICTURES.resolve("dark.png"));
            page.size(360, 1100, true);
            page.screenshot(PICTURES.resolve("phone.png"));

            assertThat(Files.size(PICTURES.resolve("light.png"))).isGreaterThan(10_000);
            assertThat(page.text("document.documentElement.scrollWidth")).isEqualTo("360");
        }
    }

    private static String minute() throws Exception {
        try (InputStream script =
                Objects.requireNonNull(StatsPagePictureIT.class.getResourceAsStream("screenshot.js"))) {
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
