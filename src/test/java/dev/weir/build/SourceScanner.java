package dev.weir.build;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.DoWhileLoopTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TryTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import dev.weir.build.SourceFigures.MethodFigures;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.Modifier;
import org.jspecify.annotations.Nullable;

/** Counts while it walks over one source file. Its argument is how many branches and loops lie around a tree. */
final class SourceScanner extends TreeScanner<@Nullable Void, Integer> {
    private final CompilationUnitTree unit;
    private final SourcePositions positions;
    private final List<MethodFigures> methods = new ArrayList<>();
    private final Set<String> mentions = new HashSet<>();
    private String name = "";
    private boolean isPublic;
    private int types;
    private int fields;
    private int finalFields;
    private int deepest;
    private boolean isInRecord;

    SourceScanner(CompilationUnitTree unit, SourcePositions positions) {
        this.unit = unit;
        this.positions = positions;
    }

    String name() {
        return name;
    }

    boolean isPublic() {
        return isPublic;
    }

    int types() {
        return types;
    }

    List<MethodFigures> methods() {
        return methods;
    }

    int fields() {
        return fields;
    }

    int finalFields() {
        return finalFields;
    }

    Set<String> mentions() {
        return mentions;
    }

    @Override
    public @Nullable Void visitClass(ClassTree tree, Integer depth) {
        if (name.isEmpty()) {
            name = tree.getSimpleName().toString();
            isPublic = tree.getModifiers().getFlags().contains(Modifier.PUBLIC);
        }
        types += tree.getSimpleName().isEmpty() ? 0 : 1;
        for (Tree member : tree.getMembers()) {
            if (member instanceof VariableTree field && tree.getKind() != Tree.Kind.INTERFACE) {
                count(field.getModifiers().getFlags());
            }
        }
        boolean around = isInRecord;
        isInRecord = tree.getKind() == Tree.Kind.RECORD;
        super.visitClass(tree, depth);
        isInRecord = around;
        return null;
    }

    private void count(Set<Modifier> field) {
        if (!field.contains(Modifier.STATIC)) {
            fields++;
            finalFields += field.contains(Modifier.FINAL) ? 1 : 0;
        }
    }

    @Override
    public @Nullable Void visitMethod(MethodTree tree, Integer depth) {
        int around = deepest;
        deepest = 0;
        super.visitMethod(tree, 0);
        if (tree.getBody() != null && positions.getEndPosition(unit, tree) >= 0) {
            int lines = line(positions.getEndPosition(unit, tree)) - line(positions.getStartPosition(unit, tree)) + 1;
            methods.add(new MethodFigures(lines, deepest, parameters(tree)));
        }
        deepest = around;
        return null;
    }

    // Those of the constructor of a record are its components.
    private int parameters(MethodTree tree) {
        return isInRecord && tree.getReturnType() == null
                ? 0
                : tree.getParameters().size();
    }

    private int line(long position) {
        return (int) unit.getLineMap().getLineNumber(position);
    }

    @Override
    public @Nullable Void visitIdentifier(IdentifierTree tree, Integer depth) {
        mentions.add(tree.getName().toString());
        return super.visitIdentifier(tree, depth);
    }

    @Override
    public @Nullable Void visitIf(IfTree tree, Integer depth) {
        scan(tree.getCondition(), depth);
        scan(tree.getThenStatement(), deeper(depth));
        // An else-if lies no deeper than its if.
        return scan(tree.getElseStatement(), tree.getElseStatement() instanceof IfTree ? depth : depth + 1);
    }

    @Override
    public @Nullable Void visitForLoop(ForLoopTree tree, Integer depth) {
        return super.visitForLoop(tree, deeper(depth));
    }

    @Override
    public @Nullable Void visitEnhancedForLoop(EnhancedForLoopTree tree, Integer depth) {
        return super.visitEnhancedForLoop(tree, deeper(depth));
    }

    @Override
    public @Nullable Void visitWhileLoop(WhileLoopTree tree, Integer depth) {
        return super.visitWhileLoop(tree, deeper(depth));
    }

    @Override
    public @Nullable Void visitDoWhileLoop(DoWhileLoopTree tree, Integer depth) {
        return super.visitDoWhileLoop(tree, deeper(depth));
    }

    @Override
    public @Nullable Void visitSwitch(SwitchTree tree, Integer depth) {
        return super.visitSwitch(tree, deeper(depth));
    }

    @Override
    public @Nullable Void visitTry(TryTree tree, Integer depth) {
        return super.visitTry(tree, deeper(depth));
    }

    private int deeper(int depth) {
        deepest = Math.max(deepest, depth + 1);
        return depth + 1;
    }
}
