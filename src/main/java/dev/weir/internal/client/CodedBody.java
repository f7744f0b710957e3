package dev.weir.internal.client;

import java.util.List;
import java.util.Set;
import org.apache.hc.core5.http.EntityDetails;
import org.jspecify.annotations.Nullable;

/**
 * The body of a response as received, and its codings. It describes itself as decoded, so that no step before the reader
 * decodes it. A reader that accepts it decodes it itself. For the thread of the connection.
 */
final class CodedBody implements EntityDetails {

    private final EntityDetails wire;
    private final List<String> codings;
    private final DecodingPace pace = new DecodingPace();
    private boolean taken;

    CodedBody(EntityDetails wire, List<String> codings) {
        this.wire = wire;
        this.codings = List.copyOf(codings);
    }

    /** Returns the entity details that the server sent. */
    EntityDetails wire() {
        return wire;
    }

    List<String> codings() {
        return codings;
    }

    /** Returns the pace for decoders and reader, if the reader does not decode by itself. */
    DecodingPace pace() {
        return pace;
    }

    /** Notes that the reader decodes by itself. */
    void take() {
        taken = true;
    }

    boolean isTaken() {
        return taken;
    }

    @Override
    public long getContentLength() {
        return -1;
    }

    @Override
    public String getContentType() {
        return wire.getContentType();
    }

    @Override
    public @Nullable String getContentEncoding() {
        return null;
    }

    @Override
    public boolean isChunked() {
        return true;
    }

    @Override
    public Set<String> getTrailerNames() {
        return wire.getTrailerNames();
    }
}
