package dev.weir.internal.dns;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Answers are written as digits: "12 2" is an answer of 10.0.0.1 and 10.0.0.2, then one of 10.0.0.2 alone. */
class AddressHistoryTest {

    @Nested
    class AnAddressIsGone {

        @Test
        void whenTwoAnswersInARowLackIt() {
            assertThat(goneAfter("1 2 2")).isEqualTo("1");
        }

        @Test
        void notAfterOneAnswer() {
            assertThat(goneAfter("1 2")).isEmpty();
            assertThat(goneAfter("12 2")).isEmpty();
        }

        @Test
        void notIfItComesBackInBetween() {
            assertThat(goneAfter("12 2 12 2")).isEmpty();
        }

        @Test
        void whenItIsOfNoneOfTheOnlyTwoAnswersKnown() {
            assertThat(history("2 2").isGone(address('1'))).isTrue();
            assertThat(history("2").isGone(address('1'))).isFalse();
            assertThat(AddressHistory.NONE.isGone(address('1'))).isFalse();
        }

        @Test
        void whenAServiceMovesThereAndBack() {
            assertThat(goneAfter("1 1 2 2")).isEqualTo("1");
            assertThat(goneAfter("1 1 2 2 1 1")).isEqualTo("2");
            assertThat(goneAfter("1 1 2 2 1 1 2 2")).isEqualTo("1");
        }

        @Test
        void onceARollingUpdateIsThrough() {
            assertThat(goneAfter("123 234 345 456")).isEmpty();
            assertThat(goneAfter("123 234 345 456 456")).isEqualTo("123");
        }

        @Test
        void whenAllAnswersRememberedLackItHoweverTheyChange() {
            assertThat(goneAfter("12 23 34 45 56 67 78 89")).isEmpty();
            assertThat(goneAfter("12 23 34 45 56 67 78 89 96")).isEqualTo("1");
        }
    }

    @Nested
    class ARotatingSetLosesNothing {

        @Test
        void fromItsFirstAnswerOn() {
            assertNothingIsEverGone("123 234 345 451 512");
            assertNothingIsEverGone("12 34 56 78");
            assertNothingIsEverGone("1 2 3 4 5 6 7 8");
        }

        @Test
        void howeverLargeItIs() {
            Random random = new Random(42);
            AddressHistory history = AddressHistory.NONE;
            int gone = 0;
            for (int answer = 0; answer < 300; answer++) {
                history = history.plus(random.ints(0, 64)
                        .distinct()
                        .limit(8)
                        .mapToObj(host -> address((char) ('0' + host)))
                        .toList());
                gone += IntStream.range(0, 64)
                                .mapToObj(host -> address((char) ('0' + host)))
                                .anyMatch(history::isGone)
                        ? 1
                        : 0;
            }

            assertThat(gone).isZero();
        }

        @Test
        void untilItHasNotRotatedForLong() {
            assertThat(goneAfter("12 23 31 12 23 31" + " 12".repeat(40))).isEqualTo("3");
        }

        private static void assertNothingIsEverGone(String round) {
            String answers = round;
            for (int i = 0; i < 20; i++) {
                assertThat(goneAfter(answers)).isEmpty();
                answers = answers + " " + answers.split(" ", -1)[i];
            }
        }
    }

    @Test
    void anAnswerForASocksProxySaysNothing() {
        AddressHistory history = history("1 2").plus(List.of(InetSocketAddress.createUnresolved("recs", 443)));

        assertThat(history).isEqualTo(AddressHistory.NONE);
    }

    private static String goneAfter(String answers) {
        AddressHistory history = history(answers);
        StringBuilder gone = new StringBuilder();
        TreeSet<Character> known = new TreeSet<>();
        answers.replace(" ", "").chars().forEach(digit -> known.add((char) digit));
        known.stream().filter(digit -> history.isGone(address(digit))).forEach(gone::append);
        return gone.toString();
    }

    private static AddressHistory history(String answers) {
        return Arrays.stream(answers.split(" ", -1))
                .reduce(AddressHistory.NONE, (known, answer) -> known.plus(addresses(answer)), (a, b) -> b);
    }

    private static List<InetSocketAddress> addresses(String answer) {
        return answer.chars().mapToObj(digit -> address((char) digit)).toList();
    }

    private static InetSocketAddress address(char digit) {
        return new InetSocketAddress("10.0.0." + (digit - '0'), 443);
    }
}
