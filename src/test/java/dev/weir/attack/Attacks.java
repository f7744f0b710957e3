package dev.weir.attack;

import java.util.List;
import java.util.stream.Stream;

/** All attacks, in the order in which they are listed. */
final class Attacks {

    private Attacks() {}

    static List<Attack> all() {
        return Stream.of(
                        Leftovers.attacks(),
                        Proxies.attacks(),
                        Framing.attacks(),
                        Frames.attacks(),
                        Logins.attacks(),
                        Identities.attacks(),
                        Requests.attacks())
                .flatMap(List::stream)
                .toList();
    }
}
