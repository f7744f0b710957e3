package dev.weir.internal.diagnosis;

import java.time.Duration;

/**
 * The state of the thread that maintains a pool. Immutable.
 *
 * @param sinceMaintenance how long ago it was maintained, or built
 * @param interval how often that should happen
 * @param isMaintenanceAlive whether its thread is alive
 */
public record ThreadFigures(Duration sinceMaintenance, Duration interval, boolean isMaintenanceAlive) {}
