package dev.weir.it.upstream;

import java.util.List;
import java.util.stream.Stream;

/** Runs all programs, and prints for each a line of a table: whether the defect is there, and what was seen. */
final class Defects {

    private Defects() {}

    public static void main(String[] args) {
        List<Defect> all = Stream.of(Http2Defects.all(), Http1Defects.all(), LimitDefects.all())
                .flatMap(List::stream)
                .toList();
        for (Defect defect : all) {
            String seen = seen(defect);
            System.out.println(defect.name() + " | " + defect.expected() + " | " + seen + " | "
                    + (seen.equals(defect.expected()) ? "gone" : "there"));
        }
        System.exit(0); // whatever threads are left
    }

    private static String seen(Defect defect) {
        try {
            return defect.program().run();
        } catch (Exception e) {
            return e.toString();
        }
    }
}
