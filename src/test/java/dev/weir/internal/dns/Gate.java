package dev.weir.internal.dns;

import java.util.concurrent.CountDownLatch;

/** Holds a lookup inside the resolver until it is opened. */
final class Gate {

    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch opened = new CountDownLatch(1);

    /** Returns a script that waits at this gate before it runs another one. */
    ScriptedResolver.Script before(ScriptedResolver.Script then) {
        return () -> {
            enter();
            Callers.await(opened);
            return then.run();
        };
    }

    void enter() {
        entered.countDown();
    }

    void awaitEntry() {
        Callers.await(entered);
    }

    void open() {
        opened.countDown();
    }
}
