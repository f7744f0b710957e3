package dev.weir.diagnosis;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The findings of a pool about its own health. Immutable. {@code toString()} is text for people.
 *
 * @param findings the findings, the most severe first; empty for a pool in good health
 */
public record Diagnosis(List<Finding> findings) {

    /** Keeps a copy of the list. */
    public Diagnosis {
        findings = List.copyOf(findings);
    }

    @Override
    public String toString() {
        if (findings.isEmpty()) {
            return "No findings: nothing stands out.";
        }
        return findings.stream().map(Finding::toString).collect(Collectors.joining(System.lineSeparator()));
    }
}
