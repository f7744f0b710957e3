package dev.weir.bench;

import java.lang.reflect.Method;
import java.util.concurrent.ThreadFactory;

/** What callers are. */
public enum CallerThreads {
    /** Threads of the system. */
    PLATFORM {
        @Override
        ThreadFactory factory() {
            return task -> {
                Thread thread = new Thread(task, "caller");
                thread.setDaemon(true);
                return thread;
            };
        }
    },
    /** Virtual threads, from JDK 21 on. */
    VIRTUAL {
        @Override
        ThreadFactory factory() {
            try {
                Class<?> builder = Class.forName("java.lang.Thread$Builder");
                Object ofVirtual = Thread.class.getMethod("ofVirtual").invoke(null);
                Method factory = builder.getMethod("factory");
                return (ThreadFactory) factory.invoke(ofVirtual);
            } catch (ReflectiveOperationException e) {
                throw new IllegalArgumentException("threads=VIRTUAL needs JDK 21 or later, as jdk may name it", e);
            }
        }
    };

    abstract ThreadFactory factory();
}
