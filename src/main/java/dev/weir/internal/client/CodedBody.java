package dev.weir.internal.client;

import java.util.List;
import java.util.Set;
import org.apache.hc.core5.http.EntityDetails;
import org.jspecify.annotations.Nullable;

/**
 * The body of a response as it comes over the wire, and the codings that are to be undone. It describes itself as if that
 * were done, so that no step on the way to the reader does it. A reader that takes it undoes them itself. For the thread of
 * the connection.
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

    /** Returns what the server says of it. */
    EntityDetails wire() {
        return wire;
    }

    List<String> codings() {
        return codings;
    }

    /** Returns what decoders and reader keep to, if the reader does not undo the codings. */
    DecodingPace pace() {
        return pace;
    }

    /** Says that the reader undoes the codings. */
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
