package dev.weir.config;

/** Hides the parts of an address that may be secret, so that it can stand in a message. */
final class UserInfo {
    private static final String MASK = "***";

    private UserInfo() {}

    /** Works on any text, since an address that cannot be parsed is what most often reaches a message. */
    static String hidden(String address) {
        int at = address.lastIndexOf('@');
        String shown = at < 0 ? address : schemeOf(address, at) + MASK + address.substring(at);
        int query = firstOf(shown, Math.max(0, shown.lastIndexOf('@')));
        return PlainText.of(query < 0 ? shown : shown.substring(0, query + 1) + MASK);
    }

    private static String schemeOf(String address, int at) {
        int slashes = address.indexOf("://");
        return slashes >= 0 && slashes < at ? address.substring(0, slashes + 3) : "";
    }

    private static int firstOf(String text, int from) {
        int question = text.indexOf('?', from);
        int hash = text.indexOf('#', from);
        return question < 0 || hash < 0 ? Math.max(question, hash) : Math.min(question, hash);
    }
}
