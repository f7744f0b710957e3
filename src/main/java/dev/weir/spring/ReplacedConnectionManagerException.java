package dev.weir.spring;

/** Thrown when a customizer of the application puts another connection manager in the place of the pool's. */
final class ReplacedConnectionManagerException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    ReplacedConnectionManagerException() {
        super(
                "A customizer of HttpClientBuilder calls setConnectionManager and takes the connections away from the pool");
    }
}
