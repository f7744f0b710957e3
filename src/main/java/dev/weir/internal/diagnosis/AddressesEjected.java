package dev.weir.internal.diagnosis;

import dev.weir.diagnosis.Finding;
import dev.weir.event.EjectionReason;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Finds addresses of a host that fail while others work. */
final class AddressesEjected {

    private AddressesEjected() {}

    static Optional<Finding> find(RouteFigures route) {
        List<EjectionFigures.Ejected> addresses = route.ejections().addresses();
        if (addresses.isEmpty()) {
            return Optional.empty();
        }
        boolean isAnyOut = addresses.stream().anyMatch(EjectionFigures.Ejected::isOut);
        return Findings.warn(
                route,
                isAnyOut
                        ? "Some addresses of this host take no requests, because they fail while others work."
                        : "Some addresses of this host have failed recently while others worked.",
                addresses.stream().map(AddressesEjected::evidence).collect(Collectors.joining(" ")),
                "Look at the servers at these addresses, and take them out of the DNS if they keep failing. If they work,"
                        + " raise "
                        + route.names().of("ejection.failures") + "; 0 switches ejection off.");
    }

    private static String evidence(EjectionFigures.Ejected address) {
        return address.address() + " was ejected " + times(address.times()) + ", the last time "
                + after(address.reason()) + "; it " + now(address) + ".";
    }

    private static String times(int times) {
        return times == 1 ? "once" : times + " times";
    }

    private static String after(EjectionReason reason) {
        return switch (reason) {
            case CONNECT -> "when it could not be connected to";
            case RESET -> "after a reset";
            case SILENCE -> "after a read timeout";
            case STATUS -> "after a status of ejection.onStatus";
        };
    }

    private static String now(EjectionFigures.Ejected address) {
        if (!address.isOut()) {
            return "works again";
        }
        return address.left().isZero()
                ? "waits for a request that tries it"
                : "takes no request for " + Wording.time(address.left());
    }
}
