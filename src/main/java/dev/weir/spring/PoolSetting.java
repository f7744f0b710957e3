package dev.weir.spring;

import org.jspecify.annotations.Nullable;

/**
 * A setting of a running pool, and where it comes from. Immutable.
 *
 * @param name the name of the setting, such as {@code timeouts.read}
 * @param value the value in force, such as {@code 8s}
 * @param origin where it is from: {@code default}, {@code default, because …}, the name of a property, {@code code} for
 *     what customizers in the application set, or {@code changed while running}
 * @param place the file and line of the property, or what else Boot knows of where it is set; null for what is from no
 *     property
 * @param configured the value that is configured, where a change of the running pool differs from it; null where it does not
 */
public record PoolSetting(
        String name,
        String value,
        String origin,
        @Nullable String place,
        @Nullable String configured) {}
