/**
 * A connection pool of segments: the activity of one route costs the others nothing. It knows neither HttpClient nor
 * sockets.
 *
 * <p>The story of a lease, in the order in which to read the classes:
 *
 * <ol>
 *   <li>A caller asks the {@link dev.weir.engine.Segment} of its route, which {@link dev.weir.engine.SegmentedPool} knows. A
 *       segment takes each step while it holds its {@link dev.weir.engine.Gate}; what it decides for others, to close or to
 *       tell, is noted in {@link dev.weir.engine.Effects} and done once the gate is left. What callers give back while it is
 *       closed goes through the {@link dev.weir.engine.Inbox}.
 *   <li>{@link dev.weir.engine.Service} serves the caller at once with a free {@link dev.weir.engine.Entry} of
 *       {@link dev.weir.engine.Entries}: an idle one or one that has room for one more, on the
 *       {@link dev.weir.engine.LeaseTerms} of the caller, if one more exchange may begin.
 *   <li>If there is none, {@link dev.weir.engine.Dials} asks the {@link dev.weir.engine.Governor} whether a dial would help,
 *       and the service looks for a place: within the limit of the route, and under the {@link dev.weir.engine.Total}. The
 *       entry that the caller gets then has no connection: it is the permission to dial one.
 *   <li>Otherwise the caller is a {@link dev.weir.engine.Waiter} in the {@link dev.weir.engine.WaiterQueue}.
 *   <li>A caller with a permission dials, and waits ({@link dev.weir.engine.Waiter}) for whichever comes first, its dial or
 *       another entry that becomes free: it is bound late. {@link dev.weir.engine.Dials} knows which caller waits for which
 *       dial, and which dials lost their caller and go to the next.
 *   <li>The service takes the entry back. It goes to callers that wait for dials, then to the queue; it becomes idle, and its
 *       place is offered to other routes; or it is closed, and {@link dev.weir.engine.Total} passes the place to a route that
 *       lacks one.
 * </ol>
 */
@NullMarked
package dev.weir.engine;

import org.jspecify.annotations.NullMarked;
