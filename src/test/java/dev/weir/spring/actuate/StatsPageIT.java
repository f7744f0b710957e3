package dev.weir.spring.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.browser.BrowserPage;
import dev.weir.browser.Chromium;
import dev.weir.testserver.Handler;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The page in a real browser; left out where there is none. */
class StatsPageIT {

    private static @Nullable Chromium browser;

    private final PageServer server = new PageServer();

    StatsPageIT() throws IOException {}

    @BeforeAll
    static void startBrowser() throws IOException {
        browser = Chromium.startIfThere();
    }

    @AfterAll
    static void stopBrowser() {
        if (browser != null) {
            browser.close();
        }
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void showsAPoolWithItsRoutesInFiguresAndInWords() throws Exception {
        server.pools(PoolJson.busy("payments"));

        BrowserPage page = open("/page");

        page.await("document.querySelector('.route')");
        assertThat(page.text("document.querySelector('h2').textContent")).isEqualTo("payments");
        assertThat(page.text(
                        "[...document.querySelectorAll('.route .number')].slice(0, 5).map((cell) => cell.textContent)"))
                .isEqualTo("17,2,1,5,20");
        assertThat(page.text("document.querySelector('.route .bar').getAttribute('aria-label')"))
                .isEqualTo("17 in use, 2 idle, 1 dialling of 20; 5 callers waiting");
        assertThat(page.text("document.querySelector('.facts').innerText")).contains("97.0 % reused");
    }

    @Test
    void followsTheFigures() throws Exception {
        server.pools(PoolJson.quiet("payments"));
        BrowserPage page = open("/page");
        page.await("document.querySelector('.route .number').textContent === '0'");

        server.pools(PoolJson.busy("payments"), PoolJson.quiet("stock"));

        page.await("document.querySelector('.route .number').textContent === '17'");
        page.await("document.querySelectorAll('.pool').length === 2");
        server.pools(PoolJson.quiet("stock"));
        page.await("document.querySelectorAll('.pool').length === 1");
    }

    @Test
    void drawsTheBarInProportion() throws Exception {
        server.pools(PoolJson.busy("payments"));

        BrowserPage page = open("/page");

        String share = "(document.querySelector('.route .bar .use').offsetWidth"
                + " / document.querySelector('.route .trough').offsetWidth)";
        page.await(share + " > 0.8 && " + share + " < 0.9");
    }

    @Test
    void countsConnectionsAgainstTheLimitWhereExchangesShareThem() throws Exception {
        server.pools(PoolJson.shared("articles"));

        BrowserPage page = open("/page");

        page.await("document.querySelector('.route')");
        assertThat(page.text("document.querySelector('.protocol').textContent")).isEqualTo("HTTP/2 or HTTP/1.1");
        assertThat(page.text("document.querySelector('.route .bar').getAttribute('aria-label')"))
                .isEqualTo("16 in use, 4 idle, 0 dialling of 40");
        assertThat(page.text("document.querySelector('.facts').innerText")).contains("90 exchanges");
    }

    @Test
    void opensARouteByKeyboard() throws Exception {
        server.pools(PoolJson.busy("payments"));
        server.pool(PoolJson.busy("payments"));
        BrowserPage page = open("/page");
        page.await("document.querySelector('button.target')");

        page.evaluate("document.querySelector('.warn summary').focus()");
        page.press("Tab");
        page.press("Enter");

        page.await("document.querySelector('.connections')");
        assertThat(page.text("document.activeElement.textContent")).isEqualTo(PoolJson.TARGET);
        assertThat(page.text("document.activeElement.getAttribute('aria-expanded')"))
                .isEqualTo("true");
        assertThat(page.text("document.querySelector('.details').innerText"))
                .contains("server said: close", "reused at once", "http-outgoing-7", "127.0.0.1:8443", "1 min 23 s")
                .contains("30 opened − 10 closed = 20 open", "the server closes connections that idle for 58 s")
                .contains("the server ends a connection after 100 requests");
    }

    @Test
    void showsSettingsWithTheirOrigins() throws Exception {
        server.pools(PoolJson.busy("payments"));
        server.pool(PoolJson.busy("payments"));
        BrowserPage page = open("/page");
        page.await("document.querySelector('.route')");

        page.evaluate("[...document.querySelectorAll('summary')].at(-1).click()");

        page.await("document.querySelector('.settings')");
        assertThat(page.text("document.querySelector('.settings .own').innerText"))
                .contains("maxPerRoute", "20", "weir.defaults.max-per-route");
    }

    @Test
    void showsMarkupAsText() throws Exception {
        String markup = "<img src=x onerror=\"document.title='broken'\"><script>document.title='broken'</script>";
        server.pools(PoolJson.hostile(markup));
        server.pool(PoolJson.hostile(markup));

        BrowserPage page = open("/page");

        page.await("document.querySelector('button.target')");
        page.evaluate("document.querySelector('button.target').click()");
        page.await("document.querySelector('.connections')");
        assertThat(page.text("document.querySelector('h2').textContent")).isEqualTo(markup);
        assertThat(page.text("document.querySelectorAll('img, main script').length"))
                .isEqualTo("0");
        assertThat(page.text("document.title")).isEqualTo("HTTP pools of shop");
    }

    @Test
    void runsNothingThatWasNotThereFromTheStart() throws Exception {
        BrowserPage page = open("/page");
        page.await("document.querySelector('main.empty')");

        page.evaluate("{ window.refused = ''; document.addEventListener('securitypolicyviolation',"
                + " (event) => { window.refused += event.effectiveDirective + ' '; });"
                + " const script = document.createElement('script'); script.textContent = 'window.ran = true';"
                + " document.body.append(script); document.body.setAttribute('style', 'color: red'); }");

        page.await("window.refused.includes('script-src') && window.refused.includes('style-src')");
        assertThat(page.text("window.ran")).isEqualTo("undefined");
    }

    @Test
    void saysThatThereIsNoPoolYet() throws Exception {
        BrowserPage page = open("/page");

        page.await("document.querySelector('main.empty')");
        assertThat(page.text("getComputedStyle(document.querySelector('main'), '::before').content"))
                .contains("No pool yet");
        assertThat(page.text("document.getElementById('announcement').textContent"))
                .isEqualTo("No pool yet.");
    }

    @Test
    void saysThatTheEndpointFailsAndComesBack() throws Exception {
        server.pools(PoolJson.busy("payments"));
        BrowserPage page = open("/page");
        page.await("document.querySelector('.route')");

        server.status(503);

        page.await("document.querySelector('.state.failing')");
        assertThat(page.text("document.getElementById('trouble').innerText"))
                .matches("No figures from the endpoint httppools: it answered 503\\. What you see is from [0-9:]+\\."
                        + " Trying again\\.");
        assertThat(page.text("document.querySelector('main').className")).isEqualTo("old");
        server.status(200);
        page.await("document.querySelector('.state.live') && document.getElementById('trouble').hidden");
    }

    @Test
    void saysThatTheServiceIsGone() throws Exception {
        server.pools(PoolJson.busy("payments"));
        BrowserPage page = open("/page");
        page.await("document.querySelector('.route')");

        server.close();

        page.await("document.getElementById('trouble').innerText.includes('it cannot be reached')");
    }

    @Test
    void saysThatTheEndpointIsNotExposed() throws Exception {
        BrowserPage page = open("/lost");

        page.await("document.getElementById('trouble').innerText"
                + ".includes('add it to management.endpoints.web.exposure.include')");
    }

    @Test
    void holdsStillWhenPaused() throws Exception {
        server.pools(PoolJson.quiet("payments"));
        BrowserPage page = open("/page");
        page.await("document.querySelector('.route')");

        page.evaluate("document.getElementById('pause').click()");
        server.pools(PoolJson.busy("payments"));
        page.evaluate("look()");

        assertThat(page.text("document.querySelector('.route .number').textContent"))
                .isEqualTo("0");
        assertThat(page.text("document.getElementById('state-text').textContent"))
                .startsWith("paused at ");
        page.evaluate("document.getElementById('pause').click()");
        page.await("document.querySelector('.route .number').textContent === '17'");
    }

    @Test
    void fitsOnAPhone() throws Exception {
        server.pools(PoolJson.busy("payments"));
        server.pool(PoolJson.busy("payments"));
        BrowserPage page = open("/page");
        page.size(360, 740, true);
        page.await("document.querySelector('button.target')");

        page.evaluate("document.querySelector('button.target').click()");

        page.await("document.querySelector('.connections')");
        assertThat(page.text("document.documentElement.scrollWidth")).isEqualTo("360");
    }

    @Test
    void isDarkWhereTheSystemIs() throws Exception {
        BrowserPage page = open("/page");
        page.media("prefers-color-scheme", "dark");
        String dark = page.text("getComputedStyle(document.body).backgroundColor");

        page.media("prefers-color-scheme", "light");

        assertThat(dark).isEqualTo("rgb(15, 22, 24)");
        assertThat(page.text("getComputedStyle(document.body).backgroundColor")).isEqualTo("rgb(248, 249, 248)");
    }

    @Test
    void tellsAScreenReaderTheSituationAndTheStructure() throws Exception {
        server.pools(PoolJson.busy("payments"));
        BrowserPage page = open("/page");
        page.await("document.querySelector('.route')");

        assertThat(page.accessibility())
                .contains(
                        "heading HTTP pools of shop",
                        "heading payments",
                        "table Routes of payments",
                        "columnheader Waiting",
                        "rowheader " + PoolJson.TARGET,
                        "image 17 in use, 2 idle, 1 dialling of 20; 5 callers waiting",
                        "button Pause",
                        "StaticText 1 pool. Callers are waiting in payments. 1 warning.");
    }

    @Test
    void showsTheServiceThatServesIt() throws Exception {
        try (LoopbackServer upstream =
                        LoopbackServer.http().handler(Handler.ok("hello")).start();
                WebApp app = WebApp.start("management.endpoints.web.exposure.include=httppools,httppoolspage")) {
            app.call(upstream.uri("/"));

            BrowserPage page = browser().open(app.actuator("/httppoolspage").toString());

            page.await("document.querySelector('button.target').textContent === 'http://"
                    + upstream.uri("/").getAuthority() + "'");
            page.evaluate("document.querySelector('button.target').click()");
            page.await("document.querySelectorAll('.connections tbody tr').length === 1");
        }
    }

    private BrowserPage open(String path) throws Exception {
        return browser().open(server.url(path));
    }

    private static Chromium browser() {
        return Objects.requireNonNull(browser);
    }
}
