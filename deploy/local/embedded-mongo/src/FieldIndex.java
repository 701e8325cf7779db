import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.backend.Index;
import de.bwaldvogel.mongo.backend.IndexKey;
import de.bwaldvogel.mongo.backend.Utils;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.bson.ObjectId;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Finds documents by the first field of an index, where a query asks for one text or one id in it; the rest of the query is
 * compared document by document. The server itself has unique indexes alone, and reads the whole collection for all else.
 * It is kept in memory, and made when it is first asked, so that an index that no such query needs costs nothing.
 */
final class FieldIndex extends Index<Object> {
    private final Map<Object, Document> all;
    private final String field;
    /** Null until it is first asked. */
    private Map<Object, Set<Object>> positions;

    FieldIndex(Map<Object, Document> all, String name, List<IndexKey> keys) {
        // Sparse: as the server understands it, a document need not be in it.
        super(name, keys, true);
        this.all = all;
        this.field = keys.get(0).getKey();
    }

    @Override
    public boolean canHandle(Document query) {
        return isIndexed(query.get(field));
    }

    @Override
    public synchronized Iterable<Object> getPositions(Document query) {
        if (positions == null) {
            positions = new HashMap<>();
            all.forEach((position, document) -> add(document, position, null));
        }
        return positions.getOrDefault(query.get(field), Set.of());
    }

    @Override
    public synchronized void add(Document document, Object position, MongoCollection<Object> collection) {
        if (positions == null) {
            return;
        }
        for (Object value : valuesOf(document)) {
            if (isIndexed(value)) {
                positions.computeIfAbsent(value, key -> new LinkedHashSet<>()).add(position);
            }
        }
    }

    @Override
    public synchronized Object remove(Document document) {
        if (positions != null) {
            removePosition(document, document.get("_id"));
        }
        return null;
    }

    @Override
    public synchronized void updateInPlace(
            Document oldDocument, Document newDocument, Object position, MongoCollection<Object> collection) {
        if (positions != null && !Objects.equals(valuesOf(oldDocument), valuesOf(newDocument))) {
            removePosition(oldDocument, position);
            add(newDocument, position, collection);
        }
    }

    private void removePosition(Document document, Object position) {
        for (Object value : valuesOf(document)) {
            positions.computeIfPresent(value, (key, those) -> {
                those.remove(position);
                return those.isEmpty() ? null : those;
            });
        }
    }

    private Collection<?> valuesOf(Document document) {
        Object value = Utils.getSubdocumentValueCollectionAware(document, field);
        return value instanceof Collection<?> values ? values : Collections.singletonList(value);
    }

    private static boolean isIndexed(Object value) {
        return value instanceof String || value instanceof ObjectId;
    }

    /** The unique indexes say where a document is. */
    @Override
    public Object getPosition(Document document) {
        return null;
    }

    @Override
    public boolean isEmpty() {
        // Else it would be filled before it is needed.
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
        positions = null;
    }
}
