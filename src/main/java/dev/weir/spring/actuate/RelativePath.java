package dev.weir.spring.actuate;

/** Finds the way from one page to another under the same base, as a browser follows it. */
final class RelativePath {

    private RelativePath() {}

    /** Returns the way between two paths without a leading slash: from {@code a/b} to {@code c} it is {@code ../c}. */
    static String between(String from, String to) {
        long levels = from.chars().filter(character -> character == '/').count();
        return "../".repeat((int) levels) + to;
    }
}
