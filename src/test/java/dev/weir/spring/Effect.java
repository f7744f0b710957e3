package dev.weir.spring;

import java.util.ArrayList;
import java.util.List;

/**
 * What a property changes.
 *
 * @param property its name below a prefix
 * @param value a value for it
 * @param expectedWithout what is seen without it
 * @param expectedWith what is seen with it
 * @param probe how one looks
 * @param base properties that are set both times
 */
record Effect(
        String property, String value, Object expectedWithout, Object expectedWith, Probe probe, List<String> base) {

    /** Looks at what the connections of a site do. */
    @FunctionalInterface
    interface Probe {
        Object look(Site site) throws Exception;
    }

    Object without(String prefix) {
        return look(prefix, List.of());
    }

    Object with(String prefix, String... more) {
        List<String> set = new ArrayList<>(List.of(more));
        set.add(prefix + property + "=" + value);
        return look(prefix, set);
    }

    private Object look(String prefix, List<String> set) {
        try (Site site = new Site()) {
            List<String> all = new ArrayList<>(base);
            all.addAll(set);
            try {
                site.start(all.stream()
                        .map(line -> line.replace("<prefix>", prefix)
                                .replace("<origin>", site.server().origin()))
                        .toArray(String[]::new));
            } catch (RuntimeException e) {
                return "refused";
            }
            return probe.look(site);
        } catch (Exception e) {
            throw new AssertionError(property, e);
        }
    }

    @Override
    public String toString() {
        return property;
    }
}
