package dev.weir.bench;

import dev.weir.bench.report.LoadTables;
import dev.weir.bench.report.Tables;
import java.util.List;

/** The tables of {@code dev.weir.bench.articles}. */
final class ArticleTables {

    static final List<Tables> ALL = List.of(
            new LoadTables(
                    "FiftyBenchmark",
                    "Fifty requests: in turn, over a pool of 20, at once over HTTP/2",
                    "Each request of this table is a batch of fifty, and each time is that of all fifty."),
            new LoadTables(
                    "StagesBenchmark",
                    "Callers in stages: limits, HTTP/2, and the governor of dials",
                    "Stages of one length, in a closed loop, with no connection at the start. 'keeps' is the number of idle"
                            + " connections kept; 'dials 400' lets as many dials go on at once as there may be callers."),
            new LoadTables(
                    "ReuseModesBenchmark",
                    "Modes of reuse: connections for requests that nobody may send again",
                    "Fifty callers. The first request of a session is a POST, which may not be sent again; callers that close"
                            + " have sessions of one request."),
            new LoadTables(
                    "ClosingServerBenchmark",
                    "A server that closes each connection after 100 responses, 300 callers",
                    "'keeps': 300 connections may be open, and so many idle ones are kept; 'max': so many may be open. A"
                            + " hundredth of the requests is the least number of connections."),
            new LoadTables(
                    "ChurnBenchmark",
                    "Churn: too few connections kept, bodies left unread",
                    "Ten callers. Closing a response reads what is left of a short body, and keeps the connection. TIME_WAIT counts the sockets that closing left behind in this iteration, where Linux tells."),
            new LoadTables(
                    "RoundTripBenchmark",
                    "Round trips: 100 requests per second to a server that is far away",
                    "A new connection waits for two round trips, each answer for one. A time counts from the moment at which"
                            + " a request was to be sent; requests are sent on time whatever became of those before."));

    private ArticleTables() {}
}
