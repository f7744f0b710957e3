package dev.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WaiterQueueTest {

    private final Segment route = new TestPool(1, 1).segment("recs");
    private final WaiterQueue queue = new WaiterQueue(route.pool);
    private final List<Waiter> expected = new ArrayList<>();

    @Test
    void admitsAlwaysTheFirst() {
        Random random = new Random(7);
        for (int step = 0; step < 20_000; step++) {
            step(random);
            int admitted = (int) expected.stream().filter(Waiter::isCovered).count();
            assertThat(expected.subList(0, admitted)).allMatch(Waiter::isCovered);
            assertThat(queue.size()).isEqualTo(expected.size());
            assertThat(queue.admitted()).isEqualTo(admitted);
            assertThat(queue.first()).isSameAs(at(0));
            assertThat(queue.firstPending()).isSameAs(at(admitted));
            assertThat(queue.lastAdmitted(Long.MAX_VALUE)).isSameAs(at(admitted - 1));
        }
    }

    private void step(Random random) {
        Waiter pending = queue.firstPending();
        Waiter admitted = queue.lastAdmitted(Long.MAX_VALUE);
        // A long queue becomes shorter.
        int way = random.nextInt(expected.size() > 20 ? 3 : 4);
        if (way == 0 && pending != null) {
            queue.cover(pending, true);
        } else if (way == 1 && admitted != null) {
            queue.cover(admitted, false);
        } else if (way == 2 && !expected.isEmpty()) {
            queue.remove(expected.remove(random.nextInt(expected.size())));
        } else {
            LeaseTerms terms = List.of(LeaseTerms.values()).get(random.nextInt(LeaseTerms.values().length));
            Waiter waiter = new Waiter(route, null, terms, 0, Integer.MAX_VALUE, told -> {});
            queue.add(waiter);
            expected.add(waiter);
        }
    }

    private @Nullable Waiter at(int index) {
        return index >= 0 && index < expected.size() ? expected.get(index) : null;
    }
}
