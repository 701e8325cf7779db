import de.bwaldvogel.mongo.MongoDatabase;
import de.bwaldvogel.mongo.backend.CollectionOptions;
import de.bwaldvogel.mongo.backend.CursorRegistry;
import de.bwaldvogel.mongo.backend.Index;
import de.bwaldvogel.mongo.backend.QueryResult;
import de.bwaldvogel.mongo.backend.ValueComparator;
import de.bwaldvogel.mongo.backend.h2.H2Collection;
import de.bwaldvogel.mongo.bson.Document;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.h2.mvstore.MVMap;

/** Chooses the index of a query, also for the first stage of an aggregation, for which the server reads everything. */
final class StoredCollection extends H2Collection {
    private static final String ID = "_id";

    private final MVMap<Object, Document> data;

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
        this.data = data;
    }

    /** Where an index has the documents in the requested order, reads only as many as the limit needs. */
    @Override
    protected QueryResult queryDocuments(
            Document query, Document orderBy, int skip, int limit, int batchSize, Document fields) {
        Optional<Iterable<Object>> positions = positionsById(query);
        if (positions.isPresent()) {
            return matchDocuments(query, positions.get(), orderBy, skip, limit, batchSize, fields);
        }
        Document order = orderBy == null ? new Document() : orderBy;
        Index<Object> found = indexFor(query, order);
        if (found instanceof FieldIndex index) {
            Document rest = index.sorts(query, order) ? null : orderBy;
            Document done = rest == null ? order : new Document();
            return matchDocuments(query, index.positions(query, done), rest, skip, limit, batchSize, fields);
        }
        if (found == null && order.keySet().equals(Set.of(ID))) {
            return matchDocuments(query, sortedIds(order), null, skip, limit, batchSize, fields);
        }
        return super.queryDocuments(query, orderBy, skip, limit, batchSize, fields);
    }

    /** To sort documents, the server would hold all of them in memory, whatever the projection. */
    private List<Object> sortedIds(Document order) {
        boolean isDescending = ((Number) order.get(ID)).intValue() < 0;
        ValueComparator comparator = isDescending ? ValueComparator.desc() : ValueComparator.asc();
        return data.keySet().stream().sorted(comparator).toList();
    }

    /** Also where a query says more than the id: the server would read the whole collection for it. */
    private Optional<Iterable<Object>> positionsById(Document query) {
        if (!query.containsKey(ID)) {
            return Optional.empty();
        }
        Document idQuery = new Document(ID, query.get(ID));
        return getIndexes().stream()
                .filter(index -> index.canHandle(idQuery))
                .findFirst()
                .map(index -> index.getPositions(idQuery));
    }

    /**
     * The one that fits best. The server takes the first that can answer, and after a restart any may be the first:
     * one that begins with the same field, but does not have the days, then reads all entries of a person.
     */
    private Index<Object> indexFor(Document query, Document orderBy) {
        List<Index<Object>> able =
                getIndexes().stream().filter(index -> index.canHandle(query)).toList();
        return able.stream()
                .filter(index -> !(index instanceof FieldIndex))
                .findFirst()
                .orElseGet(() -> able.stream()
                        .max(Comparator.comparingInt(index -> ((FieldIndex) index).fit(query, orderBy)))
                        .orElse(null));
    }

    /** Until the next call, an aggregation reads only what this query finds. It has its stages all the same. */
    void readOnly(Document query) {
        aggregated = query;
    }

    /** Reads one document after the other: to count them, the server would hold all of them in memory. */
    @Override
    public Iterable<Document> queryAll() {
        Iterable<Object> positions = positionsById(aggregated).orElseGet(() -> positionsOf(aggregated));
        return () -> StreamSupport.stream(positions.spliterator(), false)
                .map(this::getDocument)
                .iterator();
    }

    /** A superset of the positions of the documents that a query finds. */
    private Iterable<Object> positionsOf(Document query) {
        Index<Object> index = indexFor(query, new Document());
        return index == null ? data.keySet() : index.getPositions(query);
    }
}
