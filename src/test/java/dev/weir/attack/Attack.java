package dev.weir.attack;

/**
 * One hostile situation.
 *
 * @param area the heading under which it is listed
 * @param name what the other side does; unique within the area
 * @param isHttp2 whether it takes HTTP/2
 * @param scene the attack itself
 */
record Attack(String area, String name, boolean isHttp2, Scene scene) {

    /** Plays an attack against a kind of client and says what its callers got. */
    @FunctionalInterface
    interface Scene {
        Outcome play(ClientKind kind) throws Exception;
    }

    /** Plays an attack against a client and says what its callers got. */
    @FunctionalInterface
    interface VictimScene {
        Outcome play(Victim victim) throws Exception;
    }

    /** An attack on a client that is configured before it begins. */
    static Attack of(String area, String name, Setup setup, VictimScene scene) {
        return new Attack(area, name, setup.isHttp2(), kind -> {
            try (Victim victim = kind.open(setup)) {
                return scene.play(victim);
            }
        });
    }

    String title() {
        return area + ": " + name;
    }

    /** Says whether this kind of client can be attacked so. */
    boolean concerns(ClientKind kind) {
        return !isHttp2 || kind.speaksHttp2();
    }

    Outcome play(ClientKind kind) throws Exception {
        return scene.play(kind);
    }
}
