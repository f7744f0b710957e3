package dev.weir.faults;

/** Sends one request by each kind of client, so that a log of the JVM tells which classes are initialized afterwards. */
final class OneCallProgram {

    private OneCallProgram() {}

    public static void main(String[] arguments) throws Exception {
        int port = Integer.parseInt(arguments[0]);
        for (String kind : new String[] {"blocking", "async"}) {
            try (Subject subject = Subject.of(kind, port)) {
                subject.get("/");
            }
        }
        System.out.println("END");
        System.exit(0);
    }
}
