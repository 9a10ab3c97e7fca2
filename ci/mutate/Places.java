import com.sun.source.tree.AssertTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewArrayTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ThrowTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import javax.lang.model.element.Modifier;

/// Finds the places of a file that can be broken: comparisons, arithmetic, conditions, numbers, truth values, calls.
///
/// Left out is what no test can tell from the original, where that shows in the text alone ([#RULES]).
final class Places extends TreeScanner<Void, Void> {
    /// What is no place, and why; the report says so.
    static final List<String> RULES = List.of(
            "what `hashCode` returns: any number is right",
            "the capacity that a collection or a `StringBuilder` begins with: it grows",
            "how much longer than `n` a new array is: room that nobody uses",
            "the length that a private array begins with which is not final: it is replaced where it is too short",
            "by how many times an array grows: it grows again where it is too short",
            "how many elements a worker takes at once, and the constants that end in GRAIN, BUFFER, PIECE, CHUNK or AHEAD: the"
                    + " work is the same, cut elsewhere",
            "one more of a decimal number of a hundred or more: as good a limit, size or aim",
            "`serialVersionUID`: whoever reads an object runs what wrote it",
            "words, exceptions and what they say: compared by tests of words");

    private static final Map<Tree.Kind, String[]> SWAPS = Map.ofEntries(
            Map.entry(Tree.Kind.LESS_THAN, new String[] {"<", "<="}),
            Map.entry(Tree.Kind.LESS_THAN_EQUAL, new String[] {"<=", "<"}),
            Map.entry(Tree.Kind.GREATER_THAN, new String[] {">", ">="}),
            Map.entry(Tree.Kind.GREATER_THAN_EQUAL, new String[] {">=", ">"}),
            Map.entry(Tree.Kind.EQUAL_TO, new String[] {"==", "!="}),
            Map.entry(Tree.Kind.NOT_EQUAL_TO, new String[] {"!=", "=="}),
            Map.entry(Tree.Kind.CONDITIONAL_AND, new String[] {"&&", "||"}),
            Map.entry(Tree.Kind.CONDITIONAL_OR, new String[] {"||", "&&"}),
            Map.entry(Tree.Kind.PLUS, new String[] {"+", "-"}),
            Map.entry(Tree.Kind.MINUS, new String[] {"-", "+"}),
            Map.entry(Tree.Kind.MULTIPLY, new String[] {"*", "/"}),
            Map.entry(Tree.Kind.DIVIDE, new String[] {"/", "*"}),
            Map.entry(Tree.Kind.REMAINDER, new String[] {"%", "/"}),
            Map.entry(Tree.Kind.LEFT_SHIFT, new String[] {"<<", ">>"}),
            Map.entry(Tree.Kind.AND, new String[] {"&", "|"}),
            Map.entry(Tree.Kind.OR, new String[] {"|", "&"}));

    /// Numbers from which on one more is the same limit, size or aim.
    private static final int LIMIT = 100;

    private static final Pattern AT_ONCE = Pattern.compile(".*(GRAIN|BUFFER|PIECE|CHUNK|AHEAD)");

    private static final Set<String> COLLECTIONS = Set.of("ArrayList", "ArrayDeque", "HashMap", "HashSet", "StringBuilder");

    private final List<Mutate.Mutant> found = new ArrayList<>();
    private final String module;
    private final Path file;
    private final CompilationUnitTree unit;
    private final SourcePositions positions;
    private final String text;

    /// How deep the scan is in what runs while a class is initialised, and which method it is in.
    private int early;

    private String method = "";

    private Tree.Kind type = Tree.Kind.CLASS;
    private final Set<String> calledEarly = new HashSet<>();

    Places(String module, Path file, CompilationUnitTree unit, SourcePositions positions) throws IOException {
        this.module = module;
        this.file = file;
        this.unit = unit;
        this.positions = positions;
        this.text = Files.readString(file);
    }

    private int begin(Tree tree) {
        return (int) positions.getStartPosition(unit, tree);
    }

    private int end(Tree tree) {
        return (int) positions.getEndPosition(unit, tree);
    }

    private void add(int from, int to, String by, String what) {
        if (from >= 0 && to > from) {
            found.add(new Mutate.Mutant(
                    module, file, unit.getLineMap().getLineNumber(from), from, to, by, what, early > 0, method));
        }
    }

    /// Everything that was found, and whether it runs while its class is initialised: there, or in a method of the file
    /// that is called there.
    List<Mutate.Mutant> found() {
        return found.stream()
                .map(one -> one.early() || calledEarly.contains(one.method()) ? one.runEarly() : one)
                .toList();
    }

    private void negate(Tree condition) {
        add(
                begin(condition),
                end(condition),
                "!(%s)".formatted(text.substring(begin(condition), end(condition))),
                "condition negated");
    }

    @Override
    public Void visitBinary(BinaryTree tree, Void none) {
        String[] swap = SWAPS.get(tree.getKind());
        if (swap != null) {
            int at = text.indexOf(swap[0], end(tree.getLeftOperand()));
            if (at >= 0 && at < begin(tree.getRightOperand()) && !words(tree)) {
                add(at, at + swap[0].length(), swap[1], "%s becomes %s".formatted(swap[0], swap[1]));
            }
        }
        return super.visitBinary(tree, none);
    }

    /// Whether a sum puts words together.
    private boolean words(BinaryTree tree) {
        return tree.getKind() == Tree.Kind.PLUS
                && text.substring(begin(tree), end(tree)).contains("\"");
    }

    @Override
    public Void visitUnary(UnaryTree tree, Void none) {
        switch (tree.getKind()) {
            case POSTFIX_INCREMENT -> add(end(tree) - 2, end(tree), "--", "++ becomes --");
            case POSTFIX_DECREMENT -> add(end(tree) - 2, end(tree), "++", "-- becomes ++");
            case LOGICAL_COMPLEMENT -> add(begin(tree), begin(tree) + 1, "", "! left out");
            default -> {}
        }
        return super.visitUnary(tree, none);
    }

    @Override
    public Void visitIf(IfTree tree, Void none) {
        negate(tree.getCondition());
        return super.visitIf(tree, none);
    }

    @Override
    public Void visitConditionalExpression(ConditionalExpressionTree tree, Void none) {
        negate(tree.getCondition());
        return super.visitConditionalExpression(tree, none);
    }

    @Override
    public Void visitLiteral(LiteralTree tree, Void none) {
        if (tree.getValue() instanceof Integer value) {
            if (value >= LIMIT && !text.startsWith("0x", begin(tree))) {
                return null;
            }
            add(begin(tree), end(tree), Integer.toString(value + 1), "%d becomes %d".formatted(value, value + 1));
        } else if (tree.getValue() instanceof Boolean value) {
            add(begin(tree), end(tree), Boolean.toString(!value), "%s becomes %s".formatted(value, !value));
        }
        return null;
    }

    @Override
    public Void visitExpressionStatement(ExpressionStatementTree tree, Void none) {
        if (tree.getExpression() instanceof MethodInvocationTree call
                && !call.toString().startsWith("this(")
                && !call.toString().startsWith("super(")) {
            add(
                    begin(tree),
                    end(tree),
                    ";",
                    "call left out: " + text.substring(begin(tree), end(tree)).replaceAll("\\s+", " "));
        }
        return super.visitExpressionStatement(tree, none);
    }

    /// What is said where something fails is compared by tests of words, not by these.
    @Override
    public Void visitThrow(ThrowTree tree, Void none) {
        return null;
    }

    @Override
    public Void visitAssert(AssertTree tree, Void none) {
        return null;
    }

    @Override
    public Void visitNewClass(NewClassTree tree, Void none) {
        String type = tree.getIdentifier().toString().replaceAll("<.*", "");
        boolean capacity =
                COLLECTIONS.contains(type) && !tree.getArguments().toString().contains("(");
        return type.endsWith("Exception") || capacity ? null : super.visitNewClass(tree, none);
    }

    @Override
    public Void visitVariable(VariableTree tree, Void none) {
        if (AT_ONCE.matcher(tree.getName()).matches() || tree.getName().contentEquals("serialVersionUID")) {
            return null;
        }
        if (isScratch(tree)) {
            return null;
        }
        boolean field = method.isEmpty()
                && (tree.getModifiers().getFlags().contains(Modifier.STATIC)
                        || type == Tree.Kind.INTERFACE
                        || type == Tree.Kind.ENUM);
        return early(field, () -> super.visitVariable(tree, none));
    }

    /// A private array that is replaced by a longer one where it is too short begins with a length of its own.
    private boolean isScratch(VariableTree tree) {
        return method.isEmpty()
                && tree.getInitializer() instanceof NewArrayTree made
                && made.getDimensions().size() == 1
                && isNumber(made.getDimensions().getFirst())
                && tree.getModifiers().getFlags().equals(Set.of(Modifier.PRIVATE));
    }

    /// `100` or `1 << 8`.
    private static boolean isNumber(Tree length) {
        return length instanceof LiteralTree
                || length.getKind() == Tree.Kind.LEFT_SHIFT
                        && ((BinaryTree) length).getLeftOperand() instanceof LiteralTree
                        && ((BinaryTree) length).getRightOperand() instanceof LiteralTree;
    }

    private Void early(boolean here, Supplier<Void> scan) {
        early += here ? 1 : 0;
        scan.get();
        early -= here ? 1 : 0;
        return null;
    }

    @Override
    public Void visitBlock(BlockTree tree, Void none) {
        return early(tree.isStatic(), () -> super.visitBlock(tree, none));
    }

    /// What is added to a length makes room that nobody uses; taken from it, it is missed.
    @Override
    public Void visitNewArray(NewArrayTree tree, Void none) {
        scan(tree.getInitializers(), none);
        for (Tree length : tree.getDimensions()) {
            if (length.getKind() == Tree.Kind.PLUS
                    && ((BinaryTree) length).getRightOperand() instanceof LiteralTree) {
                visitSum((BinaryTree) length);
            } else {
                scan(length, none);
            }
        }
        return null;
    }

    private void visitSum(BinaryTree sum) {
        int at = text.indexOf('+', end(sum.getLeftOperand()));
        add(at, at + 1, "-", "+ becomes -");
        scan(sum.getLeftOperand(), null);
    }

    /// An array grows by two, or by three.
    private boolean grows(MethodInvocationTree tree) {
        return tree.getMethodSelect().toString().equals("Arrays.copyOf")
                && tree.getArguments().getLast() instanceof BinaryTree product
                && product.getKind() == Tree.Kind.MULTIPLY
                && product.getLeftOperand() instanceof LiteralTree;
    }

    /// The third argument of a loop over workers is how many elements one takes at once.
    @Override
    public Void visitMethodInvocation(MethodInvocationTree tree, Void none) {
        List<? extends Tree> arguments = tree.getArguments();
        if (early > 0) {
            calledEarly.add(tree.getMethodSelect().toString().replaceAll(".*\\W", ""));
        }
        if (grows(tree)) {
            return null;
        }
        if (!tree.getMethodSelect().toString().endsWith(".forRange") || arguments.size() != 4) {
            return super.visitMethodInvocation(tree, none);
        }
        scan(arguments.subList(0, 2), none);
        return scan(arguments.get(3), none);
    }

    @Override
    public Void visitMethod(MethodTree tree, Void none) {
        if (tree.getName().contentEquals("hashCode")) {
            return null;
        }
        String outer = method;
        method = tree.getName().toString();
        early(type == Tree.Kind.ENUM && method.equals("<init>"), () -> super.visitMethod(tree, none));
        method = outer;
        return null;
    }

    @Override
    public Void visitClass(ClassTree tree, Void none) {
        Tree.Kind outerType = type;
        String outerMethod = method;
        type = tree.getKind();
        method = "";
        scan(tree.getMembers(), none);
        type = outerType;
        method = outerMethod;
        return null;
    }
}
