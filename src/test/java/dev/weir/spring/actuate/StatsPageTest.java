package dev.weir.spring.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class StatsPageTest {

    private final String page = StatsPage.load().of("shop", "httppools");

    @Test
    void namesTheApplicationAndItsSource() {
        assertThat(page).contains("<title>HTTP pools of shop</title>", "<body data-source=\"httppools\">");
    }

    @Test
    void escapesWhatComesFromConfiguration() {
        String hostile = StatsPage.load().of("<b>\"'", "\"><script>");

        assertThat(hostile)
                .contains("HTTP pools of &lt;b&gt;&quot;&#39;</title>", "data-source=\"&quot;&gt;&lt;script&gt;\"");
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
