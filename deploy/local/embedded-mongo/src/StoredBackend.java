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
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;

/** The databases of one open file. What a command changes is on the disk after `commitChanges` and `sync`, and never by halves. */
final class StoredBackend extends H2Backend {
    /**
     * A quarter of the heap: 64 MB of 256. The store only estimates what its pages take, so a larger cache could fill the
     * heap. With its default of 16 MB a month's search over a hundred entries a day takes the better part of a second.
     */
    private static final int CACHE_MB = (int) (Runtime.getRuntime().maxMemory() / 4 / (1024 * 1024));

    /**
     * Milliseconds before the space of a chunk without live pages is used again. The store's default of 45 s is for disks
     * that were not synced; here each commit is synced before the next one.
     */
    private static final int RETENTION_MS = 1_000;

    /** Percent of the file's pages that live, below which some are moved together. */
    private static final int FILL_RATE = 50;

    /** Bytes that are moved at once: nothing is answered meanwhile. */
    private static final int MOVED_BYTES = 4 * 1024 * 1024;

    private static final long MOVE_PAUSE_MS = 1_000;

    /** Milliseconds after which an idle cursor is removed, as in MongoDB. */
    private static final long CURSOR_LIFE_MS = 600_000;

    /** In lower case. */
    private static final Set<String> REMOVING = Set.of("delete", "drop", "dropdatabase");

    /** In lower case. */
    private static final Set<String> WRITING = Set.of(
            "insert", "update", "delete", "findandmodify", "create", "createindexes", "drop", "dropdatabase", "dropindexes",
            "renamecollection");

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

    private final HeldAnswers answers;
    private final Runnable onRemoval;
    /** When each cursor was read from last, by its id. */
    private final Map<Long, Long> cursors = new HashMap<>();
    private final AtomicLong syncs = new AtomicLong();
    /** Since pages were moved together. */
    private boolean changed;
    private long lastMove;

    StoredBackend(String file, HeldAnswers answers, Runnable onRemoval) {
        // The store would commit by the clock and by size, also in the middle of a command.
        super(new MVStore.Builder()
                .fileName(file)
                .cacheSize(CACHE_MB)
                .autoCommitDisabled()
                .autoCommitBufferSize(0)
                .open());
        getMvStore().setRetentionTime(RETENTION_MS);
        version(new Version());
        this.answers = answers;
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
            protected Index<Object> openOrCreateSecondaryIndex(
                    String collection, String index, List<IndexKey> keys, boolean sparse) {
                return new FieldIndex(documentsOf(collection), index, keys, sparse);
            }

            /** The map has the server's own name for it. */
            private MVMap<Object, Document> documentsOf(String collection) {
                String name = "databases." + getFullCollectionNamespace(collection);
                return getMvStore().openMap(name, new MVMap.Builder<Object, Document>().valueType(new DocumentType()));
            }
        };
    }

    @Override
    public Document handleCommand(Channel channel, String database, String command, Document query) {
        String name = command.toLowerCase();
        boolean writes = WRITING.contains(name);
        changed |= writes;
        if (writes && waitsForDisk(query)) {
            // Also where it fails: some of its documents may be written.
            answers.holdNext(channel);
        }
        boolean removed = removes(name, query);
        try {
            Document answer = super.handleCommand(channel, database, command, query);
            removed = removed && !Integer.valueOf(0).equals(answer.get("n"));
            noteCursor(name, query, answer);
            return answer;
        } finally {
            if (removed) {
                onRemoval.run();
            }
        }
    }

    /** Whether there was anything to commit. */
    boolean commitChanges() {
        return getMvStore().commit() >= 0;
    }

    /** Returns when what was committed is on the disk. */
    void sync() {
        getMvStore().sync();
        syncs.incrementAndGet();
    }

    @Override
    public Document getServerStatus() {
        // By the name that MongoDB's first storage engine gave it.
        return super.getServerStatus().append("dur", new Document("commits", syncs.get()));
    }

    /** Moves live pages together where much of the file is dead, so that it does not grow with every change. */
    void moveTogether() {
        long now = System.currentTimeMillis();
        if (changed && now > lastMove + MOVE_PAUSE_MS) {
            changed = false;
            lastMove = now;
            getMvStore().compact(FILL_RATE, MOVED_BYTES);
        }
    }

    boolean hasSpaceForCopy(Path file) {
        return LiveCopy.hasSpace(getMvStore(), file);
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

    private static boolean removes(String name, Document query) {
        return switch (name) {
            case "findandmodify" -> Boolean.TRUE.equals(query.get("remove")) || leavesTombstone(query.get("update"));
            case "update" -> query.get("updates") instanceof List<?> updates
                    && updates.stream().anyMatch(one -> one instanceof Document update && leavesTombstone(update.get("u")));
            default -> REMOVING.contains(name);
        };
    }

    /** A tombstone, which has `removeAt`, may stay for a month. What the document held before is removed at once. */
    private static boolean leavesTombstone(Object change) {
        return change instanceof Document document
                && document.getOrDefault("$set", document) instanceof Document fields
                && fields.containsKey("removeAt");
    }

    private void noteCursor(String name, Document query, Document answer) {
        if (name.equals("getmore")) {
            cursors.remove(((Number) query.get("getMore")).longValue());
        } else if (name.equals("killcursors")) {
            cursors.keySet().removeAll((List<?>) query.get("cursors"));
        }
        if (answer.get("cursor") instanceof Document cursor && cursor.get("id") instanceof Long id && id != 0) {
            cursors.put(id, System.currentTimeMillis());
        }
    }

    /** Takes over from before the file was written anew: what clients have not read to its end is in memory. */
    void continueFrom(StoredBackend before) {
        syncs.set(before.syncs.get());
        long oldest = System.currentTimeMillis() - CURSOR_LIFE_MS;
        before.cursors.forEach((id, lastRead) -> {
            if (lastRead > oldest) {
                getCursorRegistry().add(before.getCursorRegistry().getCursor(id));
                cursors.put(id, lastRead);
            }
        });
        long given = before.getCursorRegistry().generateCursorId();
        while (getCursorRegistry().generateCursorId() < given) {
            // Ids count up from 1, and none is given twice.
        }
    }
}
