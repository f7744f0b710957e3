package dev.weir.internal.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReadAheadTest {

    private final ReadAhead ahead = new ReadAhead();
    private final List<Integer> asked = new ArrayList<>();

    private ReadAhead.Source holding(int count) {
        ByteArrayInputStream in = new ByteArrayInputStream(new byte[count]);
        return (bytes, offset, length) -> {
            asked.add(length);
            return in.read(bytes, offset, length);
        };
    }

    private int read(int length, ReadAhead.Source source) throws IOException {
        return ahead.read(new byte[length], 0, length, source);
    }

    @Test
    void readsTheHeadAndTheBodyOfARecordAtOnce() throws IOException {
        ReadAhead.Source record = holding(305);

        int head = read(5, record);
        int body = read(300, record);

        assertThat(head).isEqualTo(5);
        assertThat(body).isEqualTo(300);
        assertThat(asked).containsExactly(ReadAhead.CAPACITY);
        assertThat(ahead.size()).isZero();
    }

    @Test
    void givesWhatItHasBeforeItReadsMore() throws IOException {
        ReadAhead.Source record = holding(5_000);

        read(5, record);
        int first = read(4_995, record);
        int rest = read(4_995 - first, record);

        assertThat(first).isEqualTo(ReadAhead.CAPACITY - 5);
        assertThat(rest).isEqualTo(4_995 - first);
    }

    @Test
    void keepsWhatItWasFilledWith() throws IOException {
        ReadAhead.Source record = holding(305);

        int first = ahead.fill(record);
        int second = ahead.fill(record);
        int read = read(400, record);

        assertThat(first).isEqualTo(305);
        assertThat(second).isEqualTo(305);
        assertThat(read).isEqualTo(305);
        assertThat(asked).containsExactly(ReadAhead.CAPACITY);
    }

    @Test
    void isEmptyAfterTheEnd() throws IOException {
        int filled = ahead.fill(holding(0));

        assertThat(filled).isEqualTo(-1);
        assertThat(ahead.size()).isZero();
    }

    @Test
    void readsMuchWithoutACopy() throws IOException {
        int read = read(ReadAhead.CAPACITY, holding(10_000));

        assertThat(read).isEqualTo(ReadAhead.CAPACITY);
        assertThat(ahead.size()).isZero();
    }

    @Test
    void tellsTheEndAsOftenAsItIsAsked() throws IOException {
        ReadAhead.Source empty = holding(0);

        assertThat(read(5, empty)).isEqualTo(-1);
        assertThat(read(5, empty)).isEqualTo(-1);
    }

    @Test
    void isEmptyAfterAFailureAndReadsOn() throws IOException {
        assertThatThrownBy(() -> read(5, (bytes, offset, length) -> {
                    throw new SocketTimeoutException("expected by this test");
                }))
                .isInstanceOf(SocketTimeoutException.class);

        assertThat(ahead.size()).isZero();
        assertThat(read(5, holding(5))).isEqualTo(5);
    }
}
