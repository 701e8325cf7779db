import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.backend.AbstractUniqueIndex;
import de.bwaldvogel.mongo.backend.IndexKey;
import de.bwaldvogel.mongo.backend.KeyValue;
import de.bwaldvogel.mongo.backend.ValueComparator;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.bson.ObjectId;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import org.h2.mvstore.MVMap;

/**
 * The documents by their ids, which is how they are stored. The server itself keeps a second map for it, whose keys are
 * made into bytes for each comparison.
 */
final class IdIndex extends AbstractUniqueIndex<Object> {
    private static final String ID = "_id";

    private final MVMap<Object, Document> documents;

    IdIndex(MVMap<Object, Document> documents, String name, List<IndexKey> keys) {
        super(name, keys, false);
        this.documents = documents;
    }

    /** Also where a query says more than the id; the server would read the whole collection for it. */
    @Override
    public boolean canHandle(Document query) {
        return query.containsKey(ID) && super.canHandle(new Document(ID, query.get(ID)));
    }

    @Override
    protected Object getPosition(KeyValue key) {
        Object id = key.get(0);
        if (id instanceof String || id instanceof ObjectId) {
            return documents.containsKey(id) ? id : null;
        }
        // 1 and 1.0 are the same id, but not the same key.
        return documents.keySet().stream()
                .filter(position -> ValueComparator.asc().compare(position, id) == 0)
                .findFirst()
                .orElse(null);
    }

    @Override
    protected Object removeDocument(KeyValue key) {
        return getPosition(key);
    }

    @Override
    protected boolean putKeyPosition(KeyValue key, Object position) {
        return true;
    }

    @Override
    public void add(Document document, Object position, MongoCollection<Object> collection) {
        // It is stored already, and was looked for before that.
    }

    @Override
    public void checkUpdate(Document oldDocument, Document newDocument, MongoCollection<Object> collection) {
        // An id never changes.
    }

    @Override
    public void updateInPlace(
            Document oldDocument, Document newDocument, Object position, MongoCollection<Object> collection) {
        // An id never changes.
    }

    @Override
    protected Iterable<Entry<KeyValue, Object>> getIterable() {
        return documents.keySet().stream()
                .map(id -> Map.entry(new KeyValue(id), id))
                .toList();
    }

    @Override
    public long getCount() {
        return documents.sizeAsLong();
    }

    @Override
    public long getDataSize() {
        return getCount();
    }
}
