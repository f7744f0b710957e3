package dev.weir;

/**
 * Initializes ahead what a call may need for the first time in the middle of a fault: a class whose static initializer
 * fails, as for lack of memory, fails with {@code NoClassDefFoundError} for as long as the JVM runs. A test compares the
 * list with the classes that have an initializer and that the first call leaves out.
 */
final class FaultClasses {

    private static final String[] NAMES = {
        "ChangeLog",
        "UnusedAsyncConnections",
        "config.AddressBlock",
        "config.Attempts",
        "config.JvmDnsCache$Result",
        "config.PoolSizing",
        "config.ProxyAddress",
        "config.ProxyExclusion",
        "config.ProxyVariables",
        "config.TargetFlaw",
        "engine.RouteStats",
        "engine.SpareNeed",
        "engine.Waiter",
        "engine.WaiterQueue$1",
        "event.ConnectionSnapshot$State",
        "event.FailureKind",
        "event.HandshakeKind",
        "event.HedgeOutcome",
        "event.LeakSuspected$Kind",
        "event.LookupOutcome",
        "event.RetryOutcome",
        "failure.Verdict",
        "internal.async.ContinueWait",
        "internal.async.FrameFilter",
        "internal.async.Heartbeat$Step",
        "internal.async.Http2Events",
        "internal.async.MissingHeaders",
        "internal.async.PeerCheck$1",
        "internal.call.Refusal",
        "internal.client.BodyUpload",
        "internal.client.FreshBody$Nowhere",
        "internal.client.FreshBody$State",
        "internal.client.HedgedCall",
        "internal.client.HelperThreads",
        "internal.client.LineRate",
        "internal.client.PhaseTimes$1",
        "internal.client.Refusals",
        "internal.client.RetryDecision",
        "internal.diagnosis.AddressesEjected$1",
        "internal.diagnosis.Churn",
        "internal.diagnosis.Churn$1",
        "internal.diagnosis.DialsFail$1",
        "internal.diagnosis.Examination",
        "internal.diagnosis.HeldUpThreads",
        "internal.diagnosis.LeakFigures",
        "internal.diagnosis.EjectionFigures",
        "internal.diagnosis.RetryFigures",
        "internal.diagnosis.Sharing",
        "internal.diagnosis.Tendency",
        "internal.diagnosis.TimeoutsOff",
        "internal.diagnosis.TooLarge",
        "internal.dns.AddressChanges",
        "internal.dns.AddressHistory",
        "internal.dns.AddressKind$Scope",
        "internal.dns.DnsTimes",
        "internal.dns.Flight",
        "internal.dns.Sightings",
        "internal.event.AddressSnapshotData",
        "internal.event.DialFacts",
        "internal.event.RecentTrafficData",
        "internal.hedge.HedgeBudget",
        "internal.hedge.HedgeRace",
        "internal.hedge.HedgeRace$Failure",
        "internal.hedge.HedgeRace$Response",
        "internal.http1.ExchangeFailures",
        "internal.http1.Quoted",
        "internal.http1.Sight",
        "internal.keepalive.ClosedAges",
        "internal.keepalive.ClosedMoment",
        "internal.keepalive.KeepAliveLearner",
        "internal.manager.BodyDrainer",
        "internal.manager.SocketRace",
        "internal.manager.SpreadOrder$Candidate",
        "internal.manager.SpreadOrder$Load",
        "internal.manager.UnusedConnections",
        "internal.manager.WatchedChunks",
        "internal.pool.Backoff",
        "internal.pool.CallSite",
        "internal.pool.ExhaustionLog",
        "internal.pool.ExhaustionReporter",
        "internal.pool.GracefulCloser",
        "internal.pool.Hearer",
        "internal.pool.Incidents",
        "internal.pool.LeakMemory",
        "internal.pool.Rebalance",
        "internal.pool.Refill",
        "internal.pool.Retirement$1",
        "internal.pool.RouteRetries",
        "internal.pool.RouteRetries$Shortage",
        "internal.pool.Snapshots$Rank",
        "internal.pool.UnsolicitedBytes",
        "internal.records.NameServer",
        "internal.records.Patience",
        "internal.records.RecordType",
        "internal.ports.ProcFiles",
        "internal.retry.HttpDate",
        "internal.retry.RetryBudget",
        "internal.retry.RetryBudget$Answer",
        "internal.thread.Stuck",
        "internal.traffic.LastFailures$1",
        "internal.traffic.RequestWindow",
        "internal.traffic.Spent$Picture",
        "internal.traffic.Times",
        "internal.traffic.TrafficCounters$Counted",
    };

    private static volatile boolean isDone;

    private FaultClasses() {}

    /** Initializes them, once; an image that was compiled ahead of time needs none of it. */
    static void initialize() {
        if (isDone || System.getProperty("org.graalvm.nativeimage.imagecode") != null) {
            return;
        }
        ClassLoader loader = FaultClasses.class.getClassLoader();
        for (String name : NAMES) {
            initialize("dev.weir." + name, loader);
        }
        FaultMethods.link();
        isDone = true; // last: what fails is tried again by the next pool
    }

    private static void initialize(String name, ClassLoader loader) {
        try {
            Class.forName(name, true, loader);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(
                    "The jar of Weir lacks the class " + name + "; tools that shrink jars must keep dev.weir whole", e);
        }
    }
}
