package dev.weir.build;

import static java.util.Objects.requireNonNull;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Finds the knots of a graph: the largest sets of nodes that can all reach each other (strongly connected components, by
 * the algorithm of R. E. Tarjan, 1972).
 */
final class Knots {
    private final Map<String, ? extends Collection<String>> graph;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final Map<String, Integer> lowest = new HashMap<>();
    private final Deque<String> open = new ArrayDeque<>();
    private final Set<String> isOpen = new HashSet<>();
    private final List<Set<String>> knots = new ArrayList<>();

    private Knots(Map<String, ? extends Collection<String>> graph) {
        this.graph = graph;
    }

    /** Returns the knots of a graph, given what each node refers to; a node that reaches none but itself is one, too. */
    static List<Set<String>> of(Map<String, ? extends Collection<String>> graph) {
        Knots search = new Knots(graph);
        new TreeSet<>(graph.keySet()).forEach(search::visitOnce);
        return search.knots;
    }

    /** Returns the largest knot of the files of each package: a file refers to those of its package that it mentions. */
    static Map<String, Set<String>> largestByPackage(List<SourceFigures> files) {
        Map<String, Map<String, Set<String>>> packages = new TreeMap<>();
        files.forEach(file -> packages.computeIfAbsent(file.packageName(), name -> new TreeMap<>())
                .put(file.name(), new TreeSet<>(file.mentions())));
        Map<String, Set<String>> largest = new TreeMap<>();
        packages.forEach((name, members) -> {
            members.forEach((member, mentions) -> mentions.retainAll(members.keySet()));
            largest.put(name, largest(of(members)));
        });
        return largest;
    }

    private static Set<String> largest(List<Set<String>> knots) {
        return knots.stream()
                .max((one, other) -> Integer.compare(one.size(), other.size()))
                .orElseThrow();
    }

    private void visitOnce(String node) {
        if (!numbers.containsKey(node)) {
            visit(node);
        }
    }

    private void visit(String node) {
        int number = numbers.size();
        numbers.put(node, number);
        lowest.put(node, number);
        open.push(node);
        isOpen.add(node);
        for (String next : requireNonNull(graph.get(node))) {
            visitOnce(next);
            if (isOpen.contains(next)) {
                lowest.merge(node, lowest.getOrDefault(next, number), Math::min);
            }
        }
        if (lowest.getOrDefault(node, number) == number) {
            close(node);
        }
    }

    private void close(String first) {
        Set<String> knot = new TreeSet<>();
        while (!knot.contains(first)) {
            String node = open.pop();
            isOpen.remove(node);
            knot.add(node);
        }
        knots.add(knot);
    }
}
