package dev.weir.internal.event;

import dev.weir.diagnosis.Finding;
import java.util.Optional;

/** See {@link Finding}. */
public record FindingData(Severity severity, Optional<String> route, String what, String evidence, String advice)
        implements Finding {

    @Override
    public String toString() {
        return severity + route.map(target -> " " + target).orElse("") + ": " + what + " Evidence: " + evidence
                + " Advice: " + advice;
    }
}
