import de.bwaldvogel.mongo.MongoDatabase;
import de.bwaldvogel.mongo.backend.CollectionOptions;
import de.bwaldvogel.mongo.backend.CursorRegistry;
import de.bwaldvogel.mongo.backend.Index;
import de.bwaldvogel.mongo.backend.QueryResult;
import de.bwaldvogel.mongo.backend.h2.H2Collection;
import de.bwaldvogel.mongo.bson.Document;
import java.util.Optional;
import org.h2.mvstore.MVMap;

/**
 * Finds documents by their ids also where a query says more than that. The server itself uses its index of ids only for a
 * query of nothing else, and reads the whole collection for any other.
 */
final class StoredCollection extends H2Collection {
    private static final String ID = "_id";

    /** One thread answers, so there is one aggregation at a time. */
    private Document aggregated = new Document();

    StoredCollection(
            MongoDatabase database,
            String name,
            CollectionOptions options,
            MVMap<Object, Document> data,
            MVMap<String, Object> meta,
            CursorRegistry cursors) {
        super(database, name, options, data, meta, cursors);
    }

    @Override
    protected QueryResult queryDocuments(
            Document query, Document orderBy, int skip, int limit, int batchSize, Document fields) {
        if (query.containsKey(ID) && query.size() > 1) {
            Document byId = new Document(ID, query.get(ID));
            Optional<Index<Object>> ids = getIndexes().stream().filter(index -> index.canHandle(byId)).findFirst();
            if (ids.isPresent()) {
                Iterable<Object> positions = ids.get().getPositions(byId);
                return matchDocuments(query, positions, orderBy, skip, limit, batchSize, fields);
            }
        }
        return super.queryDocuments(query, orderBy, skip, limit, batchSize, fields);
    }

    /** Until it is told otherwise, an aggregation reads only these. It has its stages all the same. */
    void readOnly(Document query) {
        aggregated = query;
    }

    @Override
    public Iterable<Document> queryAll() {
        return handleQuery(aggregated);
    }

    /** How large it is would be counted anew with each change, and nobody asks. */
    @Override
    protected boolean tracksDataSize() {
        return false;
    }
}
