package dev.weir.build;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Set;
import java.util.stream.Stream;

/** A user who can see a type will use it: what a public type shows must not name a type of {@code dev.weir.internal}. */
final class HideInternalTypes extends ArchCondition<JavaClass> {
    private static final Set<JavaModifier> VISIBLE = Set.of(JavaModifier.PUBLIC, JavaModifier.PROTECTED);

    HideInternalTypes() {
        super("not mention types of dev.weir.internal in visible members");
    }

    @Override
    public void check(JavaClass type, ConditionEvents events) {
        if (!isVisible(type.getModifiers())) {
            return;
        }
        Stream.concat(type.getFields().stream(), type.getCodeUnits().stream())
                .filter(member -> isVisible(member.getModifiers()))
                .filter(HideInternalTypes::mentionsInternalType)
                .forEach(member -> events.add(SimpleConditionEvent.violated(
                        member,
                        member.getDescription() + " shows an internal type in " + type.getSourceCodeLocation())));
    }

    private static boolean isVisible(Set<JavaModifier> modifiers) {
        return !modifiers.contains(JavaModifier.SYNTHETIC) && modifiers.stream().anyMatch(VISIBLE::contains);
    }

    private static boolean mentionsInternalType(JavaMember member) {
        return member.getAllInvolvedRawTypes().stream()
                .anyMatch(type -> type.getPackageName().startsWith("dev.weir.internal"));
    }
}
