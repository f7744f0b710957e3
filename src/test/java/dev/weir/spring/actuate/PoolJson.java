package dev.weir.spring.actuate;

import dev.weir.event.FailureKind;
import dev.weir.spring.PoolSetting;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** Pools as the endpoint would show them. */
final class PoolJson {

    static final String TARGET = "https://recs:8443";
    static final String LEAKS = "https://y-leaks:8443";

    private static final FindingView WARNING = new FindingView(
            "WARN",
            TARGET,
            "The pool is too small for this route, so that callers wait for connections.",
            "126 of 152 callers waited.",
            "Raise maxConnections of the route to 13.");
    private static final FindingView NOTE =
            new FindingView("INFO", null, "timeouts.read is off.", "99 % took 503 ms.", "Set timeouts.read to 2 s.");

    private PoolJson() {}

    static String quiet(String name) {
        return json(pool(
                name,
                new LevelView(100, 0, 3, 0, 0, 0, null),
                List.of(route(TARGET, new LevelView(20, 0, 3, 0, 0, 0, null))),
                List.of()));
    }

    static String busy(String name) {
        LevelView level = new LevelView(20, 17, 2, 1, 5, 17, null);
        return json(pool(name, level, List.of(route(TARGET, level)), List.of(WARNING, NOTE)));
    }

    /** Forty routes: the last three by name fail, leak and make callers wait. */
    static String forty(String name) {
        List<RouteView> routes = new ArrayList<>();
        for (int index = 10; index < 47; index++) {
            routes.add(route("https://a" + index + ".internal:8443", new LevelView(20, 2, 3, 0, 0, 2, null)));
        }
        routes.add(route("https://x-waits:8443", new LevelView(20, 20, 0, 0, 7, 20, null)));
        routes.add(route(LEAKS, new LevelView(20, 4, 0, 0, 0, 4, null), lately(Map.of(), 4)));
        routes.add(route(
                "http://z-down:80",
                new LevelView(20, 0, 0, 1, 0, 0, null),
                lately(Map.of(FailureKind.DIAL_FAILED, new RecentView.Failures(864, 900)), 0)));
        FindingView leak = new FindingView(
                "WARN",
                LEAKS,
                "Connections are leaked: responses are not closed.",
                "4 connections were not given back.",
                "Use try-with-resources.");
        return json(pool(name, new LevelView(200, 98, 111, 1, 7, 98, null), routes, List.of(leak)));
    }

    /** A pool in which every text is markup. */
    static String hostile(String markup) {
        FindingView finding = new FindingView("WARN", markup, markup, markup, markup);
        return json(pool(
                markup,
                new LevelView(20, 1, 0, 0, 0, 1, null),
                List.of(route(markup, new LevelView(20, 1, 0, 0, 0, 1, null))),
                List.of(finding)));
    }

    /** A pool whose twenty open connections carry many exchanges. */
    static String shared(String name) {
        LevelView level = new LevelView(40, 90, 4, 0, 0, 90, null);
        PoolView view = pool(name, level, List.of(route(TARGET, level)), List.of());
        return json(view).replace("HTTP_1_1", "NEGOTIATE");
    }

    private static PoolView pool(String name, LevelView level, List<RouteView> routes, List<FindingView> findings) {
        return new PoolView(
                name,
                "HTTP_1_1",
                true,
                2,
                level,
                routes.get(0).counts(),
                routes,
                0,
                findings,
                List.of(
                        new PoolSetting("maxTotal", "100", "default", null, null),
                        new PoolSetting("maxPerRoute", "20", "weir.defaults.max-per-route", "command line", null)));
    }

    private static RouteView route(String target, LevelView level) {
        return route(target, level, recent(level));
    }

    private static RecentView lately(Map<FailureKind, RecentView.Failures> failures, long leaked) {
        return new RecentView(420_000, 1_000, failures, 0, 41.2, 6, leaked, 0);
    }

    private static RouteView route(String target, LevelView level, RecentView recent) {
        CountsView counts = new CountsView(
                30, 10, Map.of("SERVER_CLOSE_HEADER", 7L, "IDLE", 3L), Map.of("REUSED", 970L, "DIALED", 30L));
        ConnectionView connection = new ConnectionView(
                "http-outgoing-7", "127.0.0.1:8443", "LEASED", 83_000, 0, 1_234, "HTTP/1.1", "TLSv1.3");
        HolderView holder = new HolderView(
                "http-outgoing-7", 74_000, "worker-3", "GET /orders", "shop.Orders.load(Orders.java:12)", true);
        PoolSetting own = new PoolSetting(
                "maxConnections",
                "20",
                "weir.defaults.routes.recs.max-connections",
                "class path resource [application.properties] - 3:45",
                null);
        return new RouteView(
                target, level, counts, recent, 58_000L, 100L, List.of(connection), 0, List.of(holder), List.of(own));
    }

    private static RecentView recent(LevelView level) {
        return new RecentView(420_000, 1_000, Map.of(), level.pending() > 0 ? 831.5 : 0, 198.2, level.leased(), 0, 0);
    }

    private static String json(PoolView pool) {
        return JsonMapper.shared().writeValueAsString(pool);
    }
}
