package dev.weir.spring.actuate;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * Why an operation was refused.
 *
 * @param error what is wrong, and what would pass
 */
record RefusalView(String error) implements OperationResponseBody {}
