package dev.weir.internal.records;

/** The types of records that lead to an address, with their numbers (RFC 1035, RFC 3596). */
enum RecordType {
    A(1, 4),
    AAAA(28, 16);

    /** The number of the type of a record that has another name for the one that was asked for. */
    static final int CNAME = 5;

    private final int number;
    private final int length;

    RecordType(int number, int length) {
        this.number = number;
        this.length = length;
    }

    int number() {
        return number;
    }

    /** Returns how many bytes an address has. */
    int length() {
        return length;
    }
}
