package dev.weir.spring.actuate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StatsPageTest {

    private final String page = StatsPage.load().of("shop", "httppools", null);

    @Test
    void namesTheApplicationAndItsSource() {
        assertThat(page).contains("<title>HTTP pools of shop</title>", "<body data-source=\"httppools\">");
    }

    @Test
    void escapesWhatComesFromConfiguration() {
        String hostile = StatsPage.load().of("<b>\"'", "\"><script>", "https://grafana/?a=\"&b");

        assertThat(hostile)
                .contains("HTTP pools of &lt;b&gt;&quot;&#39;</title>", "data-source=\"&quot;&gt;&lt;script&gt;\"")
                .contains("<a href=\"https://grafana/?a=&quot;&amp;b\" rel=\"noreferrer\">Dashboards</a>");
    }

    @Test
    void letsRunNothingButItsOwnScriptAndStyle() throws Exception {
        assertThat(page)
                .contains("default-src 'none'; connect-src 'self';")
                .contains("script-src 'sha256-" + hash("script") + "'")
                .contains("style-src 'sha256-" + hash("style") + "'")
                .doesNotContain("unsafe");
    }

    @Test
    void needsNothingFromOutside() {
        assertThat(page)
                .doesNotContainPattern("(src|href)=\"(?!data:)")
                .doesNotContainPattern("url\\(|@import|\\son[a-z]+=\"|\\sstyle=\"|innerHTML");
    }

    @Test
    void isBelow60Kilobytes() {
        assertThat(page.getBytes(StandardCharsets.UTF_8).length).isLessThan(60_000);
    }

    @Test
    void linksToDashboardsThatAreSet() {
        PageProperties properties = new PageProperties("https://grafana.internal/d/weir?var-service=shop");

        assertThat(StatsPage.load().of("shop", "httppools", properties.dashboards()))
                .contains("<a href=\"https://grafana.internal/d/weir?var-service=shop\"");
        assertThat(page).doesNotContain("Dashboards");
    }

    @ParameterizedTest
    @ValueSource(strings = {"javascript:alert(1)", "grafana", "/d/weir", "ftp://files/", "https://", "not a link"})
    void refusesDashboardsThatAreNoLink(String dashboards) {
        assertThatThrownBy(() -> new PageProperties(dashboards))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "management.endpoint.httppoolspage.dashboards must be an http or https address without user info,"
                                + " such as https://grafana.internal/d/weir, because the page links to it, but was "
                                + dashboards);
    }

    @Test
    void keepsUserInfoOfDashboardsToItself() {
        assertThatThrownBy(() -> new PageProperties("https://user:secret@grafana/"))
                .hasMessageEndingWith("but was https://******@grafana/");
    }

    @Test
    void findsItsWayUnderAnyMapping() {
        assertThat(RelativePath.between("httppoolspage", "httppools")).isEqualTo("httppools");
        assertThat(RelativePath.between("http/page", "pools")).isEqualTo("../pools");
        assertThat(RelativePath.between("page", "http/pools")).isEqualTo("http/pools");
    }

    private String hash(String element) throws Exception {
        Matcher text = Pattern.compile("<" + element + ">(.*)</" + element + ">", Pattern.DOTALL)
                .matcher(page);
        assertThat(text.find()).isTrue();
        byte[] digest =
                MessageDigest.getInstance("SHA-256").digest(text.group(1).getBytes(StandardCharsets.UTF_8));
        return Base64.getEncoder().encodeToString(digest);
    }
}
