package dev.weir.spring.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.browser.Axe;
import dev.weir.browser.BrowserPage;
import dev.weir.browser.Chromium;
import dev.weir.testserver.Handler;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
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
                        "[...document.querySelectorAll('.route .number')].slice(0, 8).map((cell) => cell.textContent)"))
                .isEqualTo("17,2,1,20,17,5,832 ms,0");
        assertThat(page.text("document.querySelector('.route .bar').getAttribute('aria-label')"))
                .isEqualTo("17 in use, 2 idle, 1 dialing of 20; 5 callers waiting");
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
                .isEqualTo("16 in use, 4 idle, 0 dialing of 40");
        assertThat(page.text("document.querySelector('.facts').innerText")).contains("90 exchanges");
    }

    @Test
    void opensARouteByKeyboard() throws Exception {
        server.pools(PoolJson.busy("payments"));
        server.pool(PoolJson.busy("payments"));
        BrowserPage page = open("/page");
        page.await("document.querySelector('button.target')");

        page.evaluate("document.getElementById('filter').focus()");
        page.press("Tab");
        page.press("Enter");

        page.await("document.querySelector('.connections')");
        assertThat(page.text("document.querySelector('.addresses tbody').innerText"))
                .contains("127.0.0.1:8443", "12", "127.0.0.2:8443", "7", "ejected for 4");
        assertThat(page.text("document.querySelector('.details').innerText")).contains("and 3 more");
        assertThat(page.text("document.activeElement.textContent")).isEqualTo(PoolJson.TARGET);
        assertThat(page.text("document.activeElement.getAttribute('aria-expanded')"))
                .isEqualTo("true");
        assertThat(page.text("document.querySelector('.details').innerText"))
                .contains("server said: close", "reused at once", "http-outgoing-7", "127.0.0.1:8443", "1 min 23 s")
                .contains("1 min 14 s", "GET /orders", "worker-3", "leak suspected", "shop.Orders.load(Orders.java:12)")
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
        assertThat(page.text("document.title")).isEqualTo("(1!) HTTP pools of shop");
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
                        "image 17 in use, 2 idle, 1 dialing of 20; 5 callers waiting",
                        "button Pause",
                        "columnheader Queue p99",
                        "StaticText 1 pool. In trouble: " + PoolJson.TARGET + ": waiting.");
    }

    @Test
    void showsTheServiceThatServesIt() throws Exception {
        try (LoopbackServer upstream =
                        LoopbackServer.http().handler(Handler.ok("hello")).start();
                WebApp app = WebApp.start(
                        "management.endpoints.web.exposure.include=httppools,httppoolspage",
                        "management.endpoint.httppoolspage.dashboards=https://grafana.internal/d/weir")) {
            app.call(upstream.uri("/"));

            BrowserPage page = browser().open(app.actuator("/httppoolspage").toString());

            page.await("document.querySelector('button.target').textContent === 'http://"
                    + upstream.uri("/").getAuthority() + "'");
            page.evaluate("document.querySelector('button.target').click()");
            page.await("document.querySelectorAll('.connections tbody tr').length === 1");
            assertThat(page.text("document.querySelectorAll('.addresses').length"))
                    .isEqualTo("0");
            assertThat(page.text("document.querySelector('header a').href"))
                    .isEqualTo("https://grafana.internal/d/weir");
        }
    }

    @Nested
    class OfFortyRoutes {

        private static final String ROWS = "[...document.querySelectorAll('.route')].filter((row) => row.offsetHeight)";

        private BrowserPage page() throws Exception {
            server.pools(PoolJson.quiet("billing"), PoolJson.forty("payments"));
            server.pool(PoolJson.forty("payments"));
            BrowserPage page = open("/page");
            page.size(1280, 900, false);
            page.await("document.querySelector('.fold')");
            return page;
        }

        @Test
        void putsTheWorstFirstAndFoldsTheHealthy() throws Exception {
            BrowserPage page = page();

            assertThat(page.text(ROWS + ".slice(0, 3).map((row) => row.querySelector('.target').textContent + ' '"
                            + " + row.querySelector('.badge').textContent)"))
                    .isEqualTo(
                            "http://z-down:80 dials failing,https://y-leaks:8443 leaking,https://x-waits:8443 waiting");
            assertThat(page.text(ROWS + ".length")).isEqualTo("4"); // the fourth is that of the other pool
            assertThat(page.text("document.querySelector('.fold').textContent")).isEqualTo("37 healthy routes");
            page.evaluate("document.querySelector('.fold').click()");
            assertThat(page.text(ROWS + ".length")).isEqualTo("41");
        }

        @Test
        void tellsTheStateOfEachPoolInAStripThatStays() throws Exception {
            BrowserPage page = page();

            assertThat(
                            page.text(
                                    "[...document.querySelectorAll('.chip')].map((chip) => chip.innerText.replace(/\\s+/g, ' '))"))
                    .isEqualTo("payments dials failing +2,billing healthy");
            assertThat(page.text("document.querySelector('h2').textContent")).isEqualTo("payments");
            page.evaluate("document.querySelector('.fold').click(); window.scrollTo(0, 700)");
            page.await("document.getElementById('strip').getBoundingClientRect().top === 0");
        }

        @Test
        void saysInTitleAndIconThatThereIsTrouble() throws Exception {
            BrowserPage page = page();
            String icon = "document.getElementById('icon').getAttribute('href')";
            String troubled = page.text(icon);
            assertThat(page.text("document.title")).isEqualTo("(3!) HTTP pools of shop");

            server.pools(PoolJson.quiet("billing"));

            page.await("document.title === 'HTTP pools of shop'");
            assertThat(page.text(icon)).startsWith("data:image/svg+xml,").isNotEqualTo(troubled);
        }

        @Test
        void findsRoutesByAnyPartOfNameOrState() throws Exception {
            BrowserPage page = page();

            page.evaluate("{ const field = document.getElementById('filter'); field.value = 'INTERNAL a3';"
                    + " field.dispatchEvent(new Event('input')); }");

            assertThat(page.text(ROWS + ".length")).isEqualTo("10");
            assertThat(page.text("document.getElementById('found').textContent"))
                    .isEqualTo("10 of 41 routes");
            page.evaluate("{ const field = document.getElementById('filter'); field.value = 'leak';"
                    + " field.dispatchEvent(new Event('input')); }");
            assertThat(page.text(ROWS + ".map((row) => row.querySelector('.target').textContent)"))
                    .isEqualTo(PoolJson.LEAKS);
        }

        @Test
        void leadsFromAFindingToItsRoute() throws Exception {
            BrowserPage page = page();

            page.evaluate("document.querySelector('.findings a').click()");

            assertThat(page.text("document.activeElement.textContent")).isEqualTo(PoolJson.LEAKS);
            assertThat(page.text("document.activeElement.getAttribute('aria-expanded')"))
                    .isEqualTo("true");
            page.await(
                    "document.querySelector('.details:not([hidden]) .findings').innerText.includes('Use try-with-resources.')");
        }

        @Test
        void hasRowsOfOneHeightAndFiguresOnOneLine() throws Exception {
            BrowserPage page = page();
            page.evaluate("document.querySelector('.fold').click()");
            String heights = "new Set(" + ROWS + ".map((row) => row.offsetHeight)).size";
            String overflows = "[...document.querySelectorAll('.route .number')]"
                    + ".filter((cell) => cell.scrollWidth > cell.clientWidth).length";

            assertThat(page.text(heights)).isEqualTo("1");
            assertThat(page.text(overflows)).isEqualTo("0");
            page.size(400, 860, true);
            assertThat(page.text(heights)).isEqualTo("1");
            assertThat(page.text(overflows)).isEqualTo("0");
            assertThat(page.text("document.documentElement.scrollWidth")).isEqualTo("400");
        }

        @Test
        void keepsAMarkForSomeSecondsAfterItsReason() throws Exception {
            BrowserPage page = page();
            page.evaluate("document.getElementById('pause').click()");
            String show =
                    "performance.now = () => now; show({ pools: [pool] }); document.querySelectorAll('.route .badge').length";

            page.evaluate("var now = 1e9, pool = " + PoolJson.busy("payments") + "; pool.findings = [];" + show);
            page.evaluate("pool.routes[0].level.pending = 0; now += 9000;" + show);

            assertThat(page.text("document.querySelector('.route .badge').textContent"))
                    .isEqualTo("waiting");
            page.evaluate("now += 2000;" + show);
            assertThat(page.text("document.querySelectorAll('.route .badge').length"))
                    .isEqualTo("0");
            assertThat(page.text("document.getElementById('announcement').textContent"))
                    .isEqualTo("1 pool. No trouble.");
        }

        @Test
        void seesTroubleInABackgroundTabThatLooksOnceAMinute() throws Exception {
            BrowserPage page = page();
            page.evaluate("document.getElementById('pause').click()");

            page.evaluate("var now = 1e9, pool = " + PoolJson.forty("payments") + ";"
                    + " var down = pool.routes.find((route) => route.target === 'http://z-down:80');"
                    + " performance.now = () => now; for (let look = 0; look < 3; look++) { now += 61000;"
                    + " down.counts.leases.DIAL_FAILED = 20 * look; show({ pools: [pool] }); }");

            assertThat(page.text("document.querySelector('.route .badge').textContent"))
                    .isEqualTo("dials failing");
        }

        @Test
        void keepsTheFocusOnARowThatMoves() throws Exception {
            BrowserPage page = page();
            page.evaluate(
                    "document.querySelector('.fold').click();"
                            + " document.querySelectorAll('button.target')[20].focus(); document.getElementById('pause').click()");
            String name = page.text("document.activeElement.textContent");

            page.evaluate(
                    "{ const pool = " + PoolJson.forty("payments") + "; pool.routes.find((route) => route.target === '"
                            + name + "').level.pending = 3; show({ pools: [pool] }); }");

            assertThat(page.text("document.activeElement.textContent")).isEqualTo(name);
            assertThat(page.text("document.activeElement.closest('tr').querySelector('.badge').textContent"))
                    .isEqualTo("waiting");
        }

        @Test
        void isAccessibleInEachColorSchemeAndWidth() throws Exception {
            BrowserPage page = page();
            page.media("prefers-reduced-motion", "reduce");
            page.evaluate("document.querySelector('.fold').click(); document.querySelector('button.target').click();"
                    + " document.querySelectorAll('details').forEach((each) => { each.open = true; })");
            page.await("document.querySelector('.holders') && document.querySelector('.settings')");
            page.evaluate("document.getElementById('pause').click()");

            for (String scheme : List.of("light", "dark")) {
                page.media("prefers-color-scheme", scheme);
                for (int width : new int[] {1280, 400}) {
                    page.size(width, 900, width == 400);
                    assertThat(Axe.violations(page)).as(scheme + " at " + width).isEmpty();
                }
            }
            page.evaluate("document.querySelector('.fold').textContent = ''");
            assertThat(Axe.violations(page)).as("a button without a name").isNotEmpty();
        }
    }

    private BrowserPage open(String path) throws Exception {
        return browser().open(server.url(path));
    }

    private static Chromium browser() {
        return Objects.requireNonNull(browser);
    }
}
