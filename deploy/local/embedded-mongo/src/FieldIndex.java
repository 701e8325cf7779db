import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.backend.Index;
import de.bwaldvogel.mongo.backend.IndexKey;
import de.bwaldvogel.mongo.backend.Utils;
import de.bwaldvogel.mongo.backend.ValueComparator;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.bson.ObjectId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds documents by the first two fields of an index, in the order of its first three: texts or ids in the first and a
 * span of time or of text (such as days) in the second, or a span of time in the first of a sparse index. The rest of a
 * query is compared document by document.
 * The server itself has only unique indexes, and reads the whole collection for all else. This index is kept in memory and
 * is built by the first query that needs it, so that an index that no such query needs costs nothing.
 */
final class FieldIndex extends Index<Object> {
    private final Map<Object, Document> all;
    private final boolean sparse;
    /** One to three. */
    private final List<String> fields;
    /** The fields by which documents are sorted. */
    private final List<String> order;
    /** Null until the first query. */
    private TreeSet<Key> keys;
    /** Whether a document has a list in the first field, and so a key for each of its values. */
    private boolean firstHasLists;
    /** Whether a document has a list in a field after the first, and so no place in its order. */
    private boolean othersHaveLists;

    FieldIndex(Map<Object, Document> all, String name, List<IndexKey> keys, boolean sparse) {
        // Sparse: as the server understands it, a document need not be in it.
        super(name, keys, true);
        this.all = all;
        this.sparse = sparse;
        this.fields = keys.stream().map(IndexKey::getKey).filter(field -> !field.equals("_id")).limit(3).toList();
        this.order = new ArrayList<>(fields);
        order.add("_id");
    }

    /** A document's fields and its id. With fewer values, an edge of all keys that begin with these. */
    private record Key(List<Object> values, int edge) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            int shared = Math.min(values.size(), other.values.size());
            for (int index = 0; index < shared; index += 1) {
                int order = ValueComparator.asc().compare(values.get(index), other.values.get(index));
                if (order != 0) {
                    return order;
                }
            }
            if (values.size() == other.values.size()) {
                return Integer.compare(edge, other.edge);
            }
            return values.size() < other.values.size() ? edge : -other.edge;
        }

        Object position() {
            return values.get(values.size() - 1);
        }
    }

    @Override
    public boolean canHandle(Document query) {
        Object wanted = query.get(fields.get(0));
        return !valuesIn(wanted).isEmpty() || sparse && isSpan(wanted, Instant.class);
    }

    /** The texts or ids that a query asks for; none if it asks for something else. */
    private static Collection<?> valuesIn(Object wanted) {
        if (isIndexed(wanted)) {
            return List.of(wanted);
        }
        return wanted instanceof Document condition
                        && condition.size() == 1
                        && condition.get("$in") instanceof Collection<?> values
                        && values.stream().allMatch(FieldIndex::isIndexed)
                ? values
                : List.of();
    }

    /** How well it fits a query, to compare it with other indexes: a span in its second field, and the wanted order. */
    int fit(Document query, Document orderBy) {
        Object second = fields.size() > 1 ? query.get(fields.get(1)) : null;
        return (isTimeOrTextSpan(second) ? 2 : 0) + (hasOrder(query, orderBy) ? 1 : 0);
    }

    /** Whether `positions` can answer in this order. */
    synchronized boolean sorts(Document query, Document orderBy) {
        if (!hasOrder(query, orderBy)) {
            return false;
        }
        make();
        return !othersHaveLists && (!firstHasLists || valuesIn(query.get(fields.get(0))).size() == 1);
    }

    /** Whether its fields are in this order, as far as documents have no lists in them. */
    private boolean hasOrder(Document query, Document orderBy) {
        int of = valuesIn(query.get(fields.get(0))).size();
        int begin = Math.min(of, 1);
        List<String> wanted = List.copyOf(orderBy.keySet());
        return of <= 1
                && wanted.size() <= order.size() - begin
                && wanted.equals(order.subList(begin, begin + wanted.size()))
                && orderBy.values().stream().map(FieldIndex::isDescending).distinct().count() == 1;
    }

    @Override
    public Iterable<Object> getPositions(Document query) {
        return positions(query, new Document());
    }

    /** A superset of the positions of the documents that a query finds. */
    synchronized Iterable<Object> positions(Document query, Document orderBy) {
        make();
        Object wanted = query.get(fields.get(0));
        Collection<?> values = valuesIn(wanted);
        if (values.size() > 1) {
            Set<Object> found = new LinkedHashSet<>();
            values.forEach(value -> placesOf(value, query).forEach(key -> found.add(key.position())));
            return found;
        }
        if (firstHasLists && values.isEmpty()) {
            return all.keySet();
        }
        NavigableSet<Key> found =
                values.isEmpty() ? between(List.of(), wanted) : placesOf(values.iterator().next(), query);
        boolean descending = orderBy.values().stream().anyMatch(FieldIndex::isDescending);
        return (descending ? found.descendingSet() : found).stream().map(Key::position)::iterator;
    }

    private NavigableSet<Key> placesOf(Object first, Document query) {
        return between(List.of(first), fields.size() > 1 && !othersHaveLists ? query.get(fields.get(1)) : null);
    }

    /** All that begin with `values` and are within a span in the field after them, if the query has one. */
    private NavigableSet<Key> between(List<Object> values, Object condition) {
        List<Object> from = new ArrayList<>(values);
        List<Object> until = new ArrayList<>(values);
        if (isTimeOrTextSpan(condition)) {
            addFirst(from, (Document) condition, "$gte", "$gt");
            addFirst(until, (Document) condition, "$lte", "$lt");
        }
        Key first = new Key(from, -1);
        Key last = new Key(until, 1);
        return first.compareTo(last) < 0 ? keys.subSet(first, true, last, true) : Collections.emptyNavigableSet();
    }

    private static void addFirst(List<Object> values, Document condition, String... operators) {
        for (String operator : operators) {
            if (condition.containsKey(operator)) {
                values.add(condition.get(operator));
                return;
            }
        }
    }

    private void make() {
        if (keys == null) {
            keys = new TreeSet<>();
            all.forEach((position, document) -> add(document, position, null));
        }
    }

    @Override
    public synchronized void add(Document document, Object position, MongoCollection<Object> collection) {
        if (keys != null) {
            List<Object> values = valuesOf(document);
            firstHasLists |= values.get(0) instanceof Collection;
            othersHaveLists |= values.stream().skip(1).anyMatch(Collection.class::isInstance);
            keys.addAll(keysOf(document, position));
        }
    }

    @Override
    public synchronized Object remove(Document document) {
        if (keys != null) {
            keysOf(document, document.get("_id")).forEach(keys::remove);
        }
        return null;
    }

    @Override
    public synchronized void updateInPlace(
            Document oldDocument, Document newDocument, Object position, MongoCollection<Object> collection) {
        if (keys != null && !Objects.equals(valuesOf(oldDocument), valuesOf(newDocument))) {
            keysOf(oldDocument, position).forEach(keys::remove);
            add(newDocument, position, collection);
        }
    }

    private List<Object> valuesOf(Document document) {
        return fields.stream()
                .map(field -> Utils.getSubdocumentValueCollectionAware(document, field))
                .toList();
    }

    /** One for each value of the first field that a query can ask for. */
    private List<Key> keysOf(Document document, Object position) {
        List<Object> values = valuesOf(document);
        Collection<?> firsts = values.get(0) instanceof Collection<?> list ? list : Collections.singletonList(values.get(0));
        List<Key> found = new ArrayList<>();
        for (Object first : firsts) {
            if (isIndexed(first) || sparse && first instanceof Instant) {
                List<Object> key = new ArrayList<>(values);
                key.set(0, first);
                key.add(position);
                found.add(new Key(key, 0));
            }
        }
        return found;
    }

    private static boolean isIndexed(Object value) {
        return value instanceof String || value instanceof ObjectId;
    }

    private static boolean isTimeOrTextSpan(Object condition) {
        return isSpan(condition, Instant.class) || isSpan(condition, String.class);
    }

    /** Whether a condition has bounds of one type and nothing else. */
    private static boolean isSpan(Object condition, Class<?> type) {
        return condition instanceof Document span
                && !span.isEmpty()
                && List.of("$gte", "$gt", "$lte", "$lt").containsAll(span.keySet())
                && span.values().stream().allMatch(type::isInstance);
    }

    private static boolean isDescending(Object direction) {
        return ((Number) direction).intValue() < 0;
    }

    /** The unique indexes know where a document is. */
    @Override
    public Object getPosition(Document document) {
        return null;
    }

    @Override
    public boolean isEmpty() {
        // Otherwise the server would fill it at once.
        return false;
    }

    @Override
    public long getCount() {
        return 0;
    }

    @Override
    public long getDataSize() {
        return 0;
    }

    @Override
    public void checkAdd(Document document, MongoCollection<Object> collection) {
        // Any document may be in it.
    }

    @Override
    public void checkUpdate(Document oldDocument, Document newDocument, MongoCollection<Object> collection) {
        // Any document may be in it.
    }

    @Override
    public synchronized void drop() {
        keys = null;
    }
}
