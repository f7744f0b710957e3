package dev.weir.spring;

import java.util.List;

/** Reports everything that is wrong with the properties at once. */
final class InvalidPropertiesException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    InvalidPropertiesException(List<String> problems) {
        super(String.join("\n\n", problems));
    }
}
