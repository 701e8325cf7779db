import de.bwaldvogel.mongo.MongoDatabase;
import de.bwaldvogel.mongo.backend.CollectionOptions;
import de.bwaldvogel.mongo.backend.CursorRegistry;
import de.bwaldvogel.mongo.backend.Index;
import de.bwaldvogel.mongo.backend.QueryResult;
import de.bwaldvogel.mongo.backend.Utils;
import de.bwaldvogel.mongo.backend.ValueComparator;
import de.bwaldvogel.mongo.backend.h2.H2Collection;
import de.bwaldvogel.mongo.bson.Document;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
                    keys.stream()
                            .map(key -> Utils.getSubdocumentValueCollectionAware(document, key))
                            .collect(Collectors.toList()));
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

    /** How large it is would be counted anew with each change, and nobody asks. */
    @Override
    protected boolean tracksDataSize() {
        return false;
    }
}
