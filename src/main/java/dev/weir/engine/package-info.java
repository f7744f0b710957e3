/**
 * A connection pool of segments: the activity of one route costs the others nothing. It knows neither HttpClient nor
 * sockets.
 *
 * <p>The story of a lease, in the order in which to read the classes:
 *
 * <ol>
 *   <li>A caller asks the {@link dev.weir.engine.Segment} of its route, which {@link dev.weir.engine.SegmentedPool} knows. A
 *       segment takes each step while it holds its {@link dev.weir.engine.Gate}; what it decides for others, to close, to dial
 *       or to tell, is noted in {@link dev.weir.engine.Effects} and done once the gate is left. What comes while the gate is
 *       closed goes through the {@link dev.weir.engine.Inbox}.
 *   <li>It serves the caller at once with a free {@link dev.weir.engine.Entry} of {@link dev.weir.engine.Entries}: an idle one
 *       or one that has room for one more, on the {@link dev.weir.engine.LeaseTerms} of the caller, if one more exchange may
 *       begin.
 *   <li>Otherwise the caller is a {@link dev.weir.engine.Waiter} in the {@link dev.weir.engine.WaiterQueue}.
 *   <li>The route asks the {@link dev.weir.engine.Governor} whether a dial would help; it needs a place:
 *       within the limit of the route, and of the pool. A dial belongs to the route, and what it establishes goes to the head
 *       of the queue.
 *   <li>The segment takes the entry back. It goes to the queue; it becomes idle, and its place is offered to other routes; or
 *       it is closed, and the pool passes the place to a route that lacks one.
 * </ol>
 */
@NullMarked
package dev.weir.engine;

import org.jspecify.annotations.NullMarked;
