package dev.weir.internal.client;

/**
 * Thrown by the builder when the HttpClient or HttpCore on the class path is older than the oldest release that is safe to
 * use.
 */
public final class HttpClientVersionException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    /** The artifact that is too old. */
    private final String artifact;

    /** Its version on the class path. */
    private final String found;

    /** The lowest version that will do. */
    private final String required;

    /**
     * Creates the exception.
     *
     * @param artifact the Maven artifact that is too old, such as {@code httpclient5}
     * @param found its version on the class path
     * @param required the lowest version that will do
     * @param reason the defect of the older version
     */
    public HttpClientVersionException(String artifact, String found, String required, String reason) {
        super(artifact + " " + found + " is on the class path, but " + required + " or newer is needed: " + reason
                + " Raise " + artifact + " to " + required + " or newer (with Spring Boot: the property "
                + artifact.replace("httpcore5-h2", "httpcore5") + ".version)."); // Boot has one for both
        this.artifact = artifact;
        this.found = found;
        this.required = required;
    }

    /**
     * Returns the artifact that is too old.
     *
     * @return the Maven artifact id
     */
    public String artifact() {
        return artifact;
    }

    /**
     * Returns the version that was found.
     *
     * @return the version on the class path
     */
    public String found() {
        return found;
    }

    /**
     * Returns the lowest version that will do.
     *
     * @return the version
     */
    public String required() {
        return required;
    }
}
