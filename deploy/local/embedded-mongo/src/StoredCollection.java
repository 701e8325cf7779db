import de.bwaldvogel.mongo.MongoDatabase;
import de.bwaldvogel.mongo.backend.CollectionOptions;
import de.bwaldvogel.mongo.backend.CursorRegistry;
import de.bwaldvogel.mongo.backend.Index;
import de.bwaldvogel.mongo.backend.QueryResult;
import de.bwaldvogel.mongo.backend.Utils;
import de.bwaldvogel.mongo.backend.ValueComparator;
import de.bwaldvogel.mongo.backend.h2.H2Collection;
import de.bwaldvogel.mongo.bson.Document;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.h2.mvstore.MVMap;

/** Spares what the server does more often than it needs to: reading, comparing and counting. */
final class StoredCollection extends H2Collection {
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

    /** Reads no further than it has to where an index has the documents in the order that is wanted. */
    @Override
    protected QueryResult queryDocuments(
            Document query, Document orderBy, int skip, int limit, int batchSize, Document fields) {
        Document order = orderBy == null ? new Document() : orderBy;
        if (indexFor(query, order) instanceof FieldIndex index) {
            Document rest = index.sorts(query, order) ? null : orderBy;
            Document done = rest == null ? order : new Document();
            return matchDocuments(query, index.positions(query, done), rest, skip, limit, batchSize, fields);
        }
        return super.queryDocuments(query, orderBy, skip, limit, batchSize, fields);
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

    /** Looks up what documents are sorted by once for each; the server itself does so in each comparison. */
    @Override
    protected QueryResult matchDocumentsFromStream(
            Stream<Document> documents, Document query, Document orderBy, int skip, int limit, int batchSize, Document fields) {
        if (orderBy == null || orderBy.isEmpty() || orderBy.containsKey("$natural")) {
            return super.matchDocumentsFromStream(documents, query, orderBy, skip, limit, batchSize, fields);
        }
        List<String> keys = List.copyOf(orderBy.keySet());
        List<ValueComparator> orders = keys.stream().map(key -> orderOf(orderBy.get(key))).toList();
        Stream<Document> sorted = documents
                .filter(document -> documentMatchesQuery(document, query))
                .map(document -> Sortable.of(document, keys))
                .sorted((one, other) -> one.compareTo(other, orders))
                .map(Sortable::document);
        return super.matchDocumentsFromStream(sorted, new Document(), null, skip, limit, batchSize, fields);
    }

    private static ValueComparator orderOf(Object direction) {
        return ((Number) direction).intValue() > 0 ? ValueComparator.asc() : ValueComparator.desc();
    }

    private record Sortable(Document document, List<Object> values) {
        static Sortable of(Document document, List<String> keys) {
            return new Sortable(
                    document,
                    keys.stream().map(key -> Utils.getSubdocumentValueCollectionAware(document, key)).toList());
        }

        int compareTo(Sortable other, List<ValueComparator> orders) {
            for (int index = 0; index < orders.size(); index += 1) {
                int order = orders.get(index).compare(values.get(index), other.values.get(index));
                if (order != 0) {
                    return order;
                }
            }
            return 0;
        }
    }

    /** Until it is told otherwise, an aggregation reads only these. It has its stages all the same. */
    void readOnly(Document query) {
        aggregated = query;
    }

    @Override
    public Iterable<Document> queryAll() {
        return handleQuery(aggregated);
    }

    /** Not computed, since it would be recounted with each change and no client needs it. */
    @Override
    protected boolean tracksDataSize() {
        return false;
    }
}
