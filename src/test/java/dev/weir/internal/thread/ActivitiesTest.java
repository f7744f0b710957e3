package dev.weir.internal.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ActivitiesTest {

    private final Activities activities = new Activities();
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
