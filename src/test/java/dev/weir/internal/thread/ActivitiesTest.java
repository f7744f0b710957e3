package dev.weir.internal.thread;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.internal.log.Log;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.slf4j.event.Level;
import org.slf4j.event.SubstituteLoggingEvent;
import org.slf4j.helpers.MessageFormatter;
import org.slf4j.helpers.SubstituteLogger;

class ActivitiesTest {

    private final Queue<SubstituteLoggingEvent> log = new ConcurrentLinkedQueue<>();
    private final Activities activities = new Activities(new Log(new SubstituteLogger("test", log, false)));
    private final Activity activity = new Activity("weir-test", null, "nothing is tested meanwhile");

    // Later than the activities were made.
    private long nowNanos = System.nanoTime();

    ActivitiesTest() {
        activities.add(activity);
    }

    private void look(long afterSeconds) {
        nowNanos += TimeUnit.SECONDS.toNanos(afterSeconds);
        activities.look(nowNanos);
    }

    @Test
    void nameAThreadThatIsAtOneThingForFiveSeconds() {
        activity.begin("pool 'shop'");
        look(1);
        look(4);
        assertThat(activities.stuck()).isEmpty();

        look(1);

        assertThat(activities.stuck())
                .singleElement()
                .asString()
                .startsWith("'weir-test' has been busy for 5 s with pool 'shop' at ");
    }

    @Test
    void warnOnceOfAThreadThatIsHeldUpAndSayWhenItGoesOn() {
        activity.begin("pool 'shop'");
        look(1);
        look(4);
        assertThat(log).isEmpty();

        look(1);
        look(1);
        assertThat(log)
                .singleElement()
                .satisfies(line -> assertThat(line.getLevel()).isEqualTo(Level.WARN))
                .extracting(ActivitiesTest::text)
                .asString()
                .startsWith("The thread 'weir-test' has been busy for 5 s with pool 'shop' at ")
                .endsWith(": nothing is tested meanwhile. Listeners and callbacks must not block");
        activity.end();
        look(1);

        assertThat(log)
                .extracting(line -> line.getLevel() + " " + text(line))
                .last()
                .isEqualTo("INFO The thread 'weir-test' goes on");
    }

    private static String text(SubstituteLoggingEvent line) {
        return MessageFormatter.arrayFormat(line.getMessage(), line.getArgumentArray())
                .getMessage();
    }

    @Test
    void nameNoThreadThatGoesFromOneThingToTheNext() {
        for (int i = 0; i < 10; i++) {
            activity.begin(null);
            look(3);
            activity.end();
        }

        assertThat(activities.stuck()).isEmpty();
    }

    @Test
    void nameNoThreadThatRests() {
        activity.begin(null);
        activity.end();

        look(1);
        look(60);

        assertThat(activities.stuck()).isEmpty();
    }

    @Test
    void takeWhatIsDoneWithinSomethingForPartOfIt() {
        activity.begin(null);
        look(1);
        activity.begin(null);
        activity.end();

        look(5);

        assertThat(activities.stuck()).hasSize(1);
    }

    @Test
    void forgetAThreadThatGoesOn() {
        activity.begin(null);
        look(1);
        look(6);
        assertThat(activities.stuck()).hasSize(1);
        activity.end();

        look(1);

        assertThat(activities.stuck()).isEmpty();
    }

    @Test
    void nameTheInnermostCodeThatIsTheUsers() {
        StackTraceElement lock = new StackTraceElement("java.util.concurrent.CountDownLatch", "await", "X.java", 1);
        StackTraceElement users = new StackTraceElement("shop.Audit", "connectionClosed", "Audit.java", 42);
        StackTraceElement pools = new StackTraceElement("dev.weir.internal.pool.PoolEvents", "tell", "P.java", 2);

        assertThat(Stuck.placeIn(lock, users, pools)).isEqualTo("shop.Audit.connectionClosed(Audit.java:42)");
        StackTraceElement helper = new StackTraceElement("shop.Locks", "await", "Locks.java", 7);
        assertThat(Stuck.placeIn(lock, helper, users, pools))
                .isEqualTo("shop.Locks.await(Locks.java:7), called by shop.Audit.connectionClosed(Audit.java:42)");
        assertThat(Stuck.placeIn(lock, pools)).isEqualTo("java.util.concurrent.CountDownLatch.await(X.java:1)");
        assertThat(Stuck.placeIn()).isEqualTo("an unknown place");
    }
}
