package dev.weir.faults;

/** A {@link FaultServer} that can be stopped like any process. It ends with its standard input. */
final class ServerProgram {

    private ServerProgram() {}

    public static void main(String[] arguments) throws Exception {
        try (FaultServer server = new FaultServer()) {
            System.out.println("port " + server.port());
            System.in.read();
        }
        System.out.println("END");
    }
}
