package dev.weir.internal.event;

import dev.weir.diagnosis.Diagnosis;
import dev.weir.diagnosis.Finding;
import java.util.List;
import java.util.stream.Collectors;

/** See {@link Diagnosis}. */
public record DiagnosisData(List<Finding> findings) implements Diagnosis {

    public DiagnosisData {
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
