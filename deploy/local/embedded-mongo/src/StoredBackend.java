import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.MongoDatabase;
import de.bwaldvogel.mongo.MongoVersion;
import de.bwaldvogel.mongo.backend.CollectionOptions;
import de.bwaldvogel.mongo.backend.DatabaseResolver;
import de.bwaldvogel.mongo.backend.Index;
import de.bwaldvogel.mongo.backend.IndexKey;
import de.bwaldvogel.mongo.backend.h2.H2Backend;
import de.bwaldvogel.mongo.backend.h2.H2Database;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.oplog.Oplog;
import io.netty.channel.Channel;
import java.util.List;
import java.util.Set;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;

/** The databases of one open file, and whether something was removed from them. */
final class StoredBackend extends H2Backend {
    /** Megabytes: with the default of 16 a month's search over a hundred entries a day takes the better part of a second. */
    private static final int CACHE_MB = 256;

    /** Milliseconds of acknowledged writes that a kill may cost at the most. The default is a second. */
    private static final int COMMIT_DELAY_MS = 20;

    /** In lower case. */
    private static final Set<String> REMOVING = Set.of("delete", "findandmodify", "drop", "dropdatabase");

    /** In lower case. */
    private static final Set<String> WRITING = Set.of("insert", "update", "delete", "findandmodify");

    /** The server's own newest version speaks a protocol that current drivers refuse. */
    private static final class Version implements MongoVersion {
        @Override
        public List<Integer> getVersionArray() {
            return List.of(7, 0, 0);
        }

        @Override
        public int getWireVersion() {
            return 21;
        }
    }

    private final boolean synced;
    private final Runnable onRemoval;

    /** synced: a write that asks for it is on the disk before it is answered; a power cut costs nothing of it. */
    StoredBackend(String file, boolean synced, Runnable onRemoval) {
        super(new MVStore.Builder().fileName(file).cacheSize(CACHE_MB).open());
        getMvStore().setAutoCommitDelay(COMMIT_DELAY_MS);
        version(new Version());
        this.synced = synced;
        this.onRemoval = onRemoval;
    }

    @Override
    protected MongoDatabase openOrCreateDatabase(String name) {
        return new H2Database(name, getMvStore(), getCursorRegistry()) {
            @Override
            protected MongoCollection<Object> openOrCreateCollection(String collection, CollectionOptions options) {
                MVMap<String, Object> meta = getMvStore().openMap("meta." + getFullCollectionNamespace(collection));
                return new StoredCollection(this, collection, options, documentsOf(collection), meta, cursorRegistry);
            }

            @Override
            public Document handleCommand(
                    Channel channel, String command, Document query, DatabaseResolver databases, Oplog oplog) {
                if (!command.equalsIgnoreCase("aggregate")
                        || !(resolveCollection(String.valueOf(query.get(command)), false)
                                instanceof StoredCollection collection)) {
                    return super.handleCommand(channel, command, query, databases, oplog);
                }
                collection.readOnly(firstMatch(query));
                try {
                    return super.handleCommand(channel, command, query, databases, oplog);
                } finally {
                    collection.readOnly(new Document());
                }
            }

            @Override
            protected Index<Object> openOrCreateUniqueIndex(
                    String collection, String index, List<IndexKey> keys, boolean sparse) {
                if (!index.equals("_id_")) {
                    return super.openOrCreateUniqueIndex(collection, index, keys, sparse);
                }
                return new IdIndex(documentsOf(collection), index, keys);
            }

            @Override
            protected Index<Object> openOrCreateSecondaryIndex(
                    String collection, String index, List<IndexKey> keys, boolean sparse) {
                return new FieldIndex(documentsOf(collection), index, keys, sparse);
            }

            /** The map has the server's own name for it. */
            private MVMap<Object, Document> documentsOf(String collection) {
                return getMvStore().openMap("databases." + getFullCollectionNamespace(collection));
            }
        };
    }

    @Override
    public Document handleCommand(Channel channel, String database, String command, Document query) {
        if (removes(command, query)) {
            onRemoval.run();
        }
        Document answer = super.handleCommand(channel, database, command, query);
        if (synced && WRITING.contains(command.toLowerCase()) && waitsForDisk(query)) {
            // Also where a commit by the clock has come first: that one waits for no disk.
            getMvStore().commit();
            getMvStore().sync();
        }
        return answer;
    }

    /** As MongoDB does: "j" says it, else a majority means it, and a majority is the default. */
    private static boolean waitsForDisk(Document query) {
        if (!(query.get("writeConcern") instanceof Document concern)) {
            return true;
        }
        Object journal = concern.get("j");
        return journal == null ? "majority".equals(concern.getOrDefault("w", "majority")) : Boolean.TRUE.equals(journal);
    }

    /** What the first stage of an aggregation lets through. */
    private static Document firstMatch(Document aggregation) {
        return aggregation.get("pipeline") instanceof List<?> stages
                        && !stages.isEmpty()
                        && stages.get(0) instanceof Document first
                        && first.get("$match") instanceof Document query
                ? query
                : new Document();
    }

    private static boolean removes(String command, Document query) {
        String name = command.toLowerCase();
        return REMOVING.contains(name) && (!name.equals("findandmodify") || Boolean.TRUE.equals(query.get("remove")));
    }

    /** Answers that a client has not fetched to their end; one that has gone may have left some. */
    int openCursors() {
        return getCursorRegistry().size();
    }
}
