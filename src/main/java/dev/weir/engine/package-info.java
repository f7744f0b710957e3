/**
 * A connection pool of segments: the activity of one route costs the others nothing. It knows neither HttpClient nor
 * sockets.
 *
 * <p>The story of a lease, in the order in which to read the classes:
 *
 * <ol>
 *   <li>A caller asks {@link dev.weir.engine.SegmentedPool}, the only entry point, which finds the
 *       {@link dev.weir.engine.Segment} of the route; {@link dev.weir.engine.RouteAccess} remembers it for callers that ask
 *       again and again. A segment takes each step while it holds its
 *       {@link dev.weir.engine.Gate}; what it decides for others, to close or to tell, is noted in
 *       {@link dev.weir.engine.Effects} and done once the gate is left. What callers give back while it is closed goes
 *       through the {@link dev.weir.engine.Inbox}.
 *   <li>{@link dev.weir.engine.Acquisition} serves the caller at once ({@link dev.weir.engine.Granted}) with a free entry of
 *       {@link dev.weir.engine.Entries}: an idle one ({@link dev.weir.engine.IdleEntries}) or one that has room for one more
 *       ({@link dev.weir.engine.Shareable}), on the {@link dev.weir.engine.LeaseTerms} of the caller.
 *   <li>Before that, {@link dev.weir.engine.InFlight} tells whether one more exchange may begin, by the limit of the route
 *       and by that of all routes, where these are set.
 *   <li>If there is none, {@link dev.weir.engine.DialPermits} asks the {@link dev.weir.engine.Governor} whether a dial would
 *       help, and {@link dev.weir.engine.RouteQuota} whether there is a place for it: within the limit of the route,
 *       and under the {@link dev.weir.engine.TotalLimit}. The entry that the caller gets then has no connection: it is
 *       the permission to dial one.
 *   <li>Otherwise the caller is a {@link dev.weir.engine.Waiter} in the {@link dev.weir.engine.WaiterQueue}.
 *   <li>A caller with a permission dials. {@link dev.weir.engine.Dialing} lets it wait ({@link dev.weir.engine.DialWait})
 *       for whichever comes first, its {@link dev.weir.engine.Dial} or another entry that becomes free: it is bound late.
 *       {@link dev.weir.engine.Dials} knows which caller waits for which dial, and which dials lost their caller and go to
 *       the next.
 *   <li>{@link dev.weir.engine.Releases} takes the entry back. It goes to callers that wait for dials, then to the queue; it
 *       becomes idle, and {@link dev.weir.engine.RouteQuota} offers its place to other routes; or it is closed, and the
 *       place goes to a route that lacks one ({@link dev.weir.engine.Distribution}).
 *   <li>What a caller that waits may ask of its segment is {@link dev.weir.engine.WaitOwner}; what the total limit may
 *       ask of it is {@link dev.weir.engine.Contender}.
 *   <li>Places that no caller has asked for, as for connections that are kept ready, are taken by {@link
 *       dev.weir.engine.Spares}, and leave callers what they need.
 *   <li>How long dials and holds took ({@link dev.weir.engine.HoldTimes}) is the {@link dev.weir.engine.RouteHistory} of the
 *       route, by which the next caller is judged; {@link dev.weir.engine.RouteMemory} keeps it when the last entry has
 *       left.
 * </ol>
 */
@NullMarked
package dev.weir.engine;

import org.jspecify.annotations.NullMarked;
