package dev.weir.spring.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.browser.BrowserPage;
import dev.weir.browser.Chromium;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Takes the pictures of the page, into target/pictures. Those of the docs are the top 690 lines of {@code
 * forty-1280-light.png} as docs/images/stats-page.png, and the top 820 of {@code forty-400-dark.png} as
 * docs/images/stats-page-phone.png.
 */
@Tag("slow")
class StatsPagePictureIT {

    private static final Path PICTURES = Path.of("target/pictures");

    @Test
    void takesPicturesOfAMinute() throws Exception {
        try (Chromium browser = Chromium.startIfThere();
                PageServer server = new PageServer()) {
            for (String routes : List.of("three", "forty")) {
                BrowserPage page = browser.open(server.url("/page"));
                page.media("prefers-reduced-motion", "reduce");
                page.await("document.querySelector('main.empty')");
                page.evaluate(scene() + "; playMinute(scene." + routes + ")");
                takePictures(page, routes);
            }
        }
    }

    private static void takePictures(BrowserPage page, String routes) throws Exception {
        for (int width : new int[] {1280, 400}) {
            page.size(width, 820, width == 400);
            for (String scheme : List.of("light", "dark")) {
                page.media("prefers-color-scheme", scheme);
                Path picture = PICTURES.resolve(routes + "-" + width + "-" + scheme + ".png");
                page.screenshot(picture);

                assertThat(Files.size(picture)).isGreaterThan(10_000);
                assertThat(page.text("document.documentElement.scrollWidth")).isEqualTo(String.valueOf(width));
            }
        }
    }

    private static String scene() throws Exception {
        try (InputStream script = Objects.requireNonNull(StatsPagePictureIT.class.getResourceAsStream("scene.js"))) {
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
