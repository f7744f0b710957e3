package dev.weir.ways;

import java.util.List;
import java.util.stream.Stream;

/** What a blocking client is asked to do, in all the ways that HttpClient's chain has a step for. */
final class WayCases {

    private WayCases() {}

    static Stream<WayCase> all() {
        return Stream.of(
                        RequestCases.requests(),
                        CustomizedCases.clients(),
                        CustomizedCases.cookies(),
                        ResponseCases.statuses(),
                        RedirectCases.redirects(),
                        AuthenticationCases.authentication(),
                        RetryCases.retries(),
                        BodyCases.bodies(),
                        FailureCases.failures(),
                        LimitCases.limits())
                .flatMap(List::stream);
    }
}
