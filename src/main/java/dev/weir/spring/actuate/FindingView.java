package dev.weir.spring.actuate;

import dev.weir.diagnosis.Finding;
import org.jspecify.annotations.Nullable;

/**
 * A finding as the endpoint shows it.
 *
 * @param severity INFO or WARN
 * @param route the target it is about; left out if it is about the whole pool
 * @param what the finding in one sentence
 * @param evidence the figures it rests on
 * @param advice the knob to change
 */
record FindingView(String severity, @Nullable String route, String what, String evidence, String advice) {

    static FindingView of(Finding finding) {
        return new FindingView(
                finding.severity().name(),
                finding.route().orElse(null),
                finding.what(),
                finding.evidence(),
                finding.advice());
    }
}
