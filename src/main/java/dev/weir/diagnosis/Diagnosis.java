package dev.weir.diagnosis;

import java.util.List;
import java.util.stream.Collectors;

/**
 * What a pool says about its own health. Immutable.
 *
 * @param findings the findings, the most severe first; empty for a pool in good health
 */
public record Diagnosis(List<Finding> findings) {

    /**
     * Copies the findings.
     *
     * @param findings the findings, the most severe first
     */
    public Diagnosis {
        findings = List.copyOf(findings);
    }

    /** Returns one line per finding, or one that says that there is none. */
    @Override
    public String toString() {
        if (findings.isEmpty()) {
            return "No findings: nothing stands out.";
        }
        return findings.stream().map(Finding::toString).collect(Collectors.joining(System.lineSeparator()));
    }
}
