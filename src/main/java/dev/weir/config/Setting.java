package dev.weir.config;

/**
 * A value in force, and where it comes from. Made by the library only; immutable and thread-safe.
 *
 * @param name the knob, such as {@code timeouts.read}
 * @param value the value as text, such as {@code 300ms}; {@code none} if there is none
 * @param origin {@code default}, {@code pool} or {@code route https://*.internal}; a default that was adapted says so:
 *     {@code default, shrunk to fit timeouts.read = 300ms}
 */
public record Setting(String name, String value, String origin) {}
