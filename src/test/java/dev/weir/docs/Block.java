package dev.weir.docs;

/**
 * A fenced block of a page.
 *
 * @param name the page and the line, for messages
 * @param mark what the comment on the line before it says; empty if there is none
 */
record Block(String name, String mark, String language, String text) {

    boolean isJava() {
        return language.equals("java");
    }

    boolean isFragment() {
        return mark.equals("fragment");
    }

    boolean isOutput() {
        return mark.equals("output");
    }
}
