package dev.weir.lease;

/** A server that does at random whatever its protocol lets it do, and keeps account of the requests that it has executed. */
interface Storm extends AutoCloseable {

    /** What it answers to a request that it has not read to its end. */
    String EARLY = "early";

    String uri();

    /** Makes an end of it: from now on, every request is answered well. */
    void abate();

    Ledger ledger();

    @Override
    void close();
}
