package dev.weir.config;

import java.util.List;

/** A named demand on explicit values, and why. */
record Rule(String name, String reason, Check check) {

    /** Finds what breaks a rule in one scope. */
    interface Check {
        List<Breach> breaches(Rule rule, Scope scope);
    }

    List<Breach> breaches(Scope scope) {
        return check.breaches(this, scope);
    }
}
