import de.bwaldvogel.mongo.MongoBackend;
import de.bwaldvogel.mongo.MongoDatabase;
import de.bwaldvogel.mongo.MongoVersion;
import de.bwaldvogel.mongo.backend.QueryResult;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.wire.message.MongoMessage;
import de.bwaldvogel.mongo.wire.message.MongoQuery;
import io.netty.channel.Channel;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import org.h2.mvstore.MVStoreException;
import org.h2.mvstore.MVStoreTool;

/**
 * Databases in a file that keeps nothing of what was removed. H2's store writes changed pages to another place and
 * leaves the old ones, with all that was on them, until it needs the space. So the file is written anew from what
 * lives: soon after something was removed, when it is closed, and when it is opened after neither could happen. A copy
 * is made beside it and takes its place in one step: a kill leaves the one or the other. Nothing is answered meanwhile.
 */
final class ForgettingBackend implements MongoBackend {
    /** Milliseconds after the last removal: an account goes by many. */
    private static final long QUIET_MS = 2_000;

    /** Milliseconds after the first removal that is still in the file, should removals never end. */
    private static final long PATIENCE_MS = 30_000;

    /** The same, should cursors stay open: whoever reads from one when the file is written anew gets an error. */
    private static final long CURSOR_PATIENCE_MS = 300_000;

    /** So many times as long as it took is the pause after it, and PATIENCE_MS at the least. */
    private static final int REST = 20;

    private static final long CHECK_MS = 250;

    private final String file;

    private final boolean synced;

    /** Is there while the file may hold what was removed, so that a kill does not make it forgotten. */
    private final File mark;

    private StoredBackend stored;
    private boolean open = true;
    private long firstRemoval;
    private long lastRemoval;

    ForgettingBackend(String file, boolean synced) {
        this.file = file;
        this.synced = synced;
        this.mark = new File(file + ".removed");
        MVStoreTool.compactCleanUp(file);
        if (mark.exists()) {
            rewrite();
        }
        stored = openFile();
    }

    private StoredBackend openFile() {
        return new StoredBackend(file, synced, this::onRemoval);
    }

    private void onRemoval() {
        lastRemoval = System.currentTimeMillis();
        if (mark.exists()) {
            return;
        }
        firstRemoval = lastRemoval;
        try {
            mark.createNewFile();
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    /** Writes the file anew whenever something was removed. Returns when it was closed; throws when it opens no more. */
    void forgetWhileOpen() throws InterruptedException {
        long earliest = 0;
        while (isOpen()) {
            Thread.sleep(CHECK_MS);
            long start = System.currentTimeMillis();
            if (start > earliest && forgetIfDue(start)) {
                long end = System.currentTimeMillis();
                earliest = end + Math.max(PATIENCE_MS, REST * (end - start));
            }
        }
    }

    private synchronized boolean isOpen() {
        return open;
    }

    private synchronized boolean forgetIfDue(long now) {
        if (!open || !mark.exists()) {
            return false;
        }
        long waited = now - firstRemoval;
        boolean quiet = now - lastRemoval > QUIET_MS || waited >= PATIENCE_MS;
        if (!quiet || (stored.openCursors() > 0 && waited < CURSOR_PATIENCE_MS)) {
            return false;
        }
        stored.close();
        rewrite();
        stored = openFile();
        return true;
    }

    /**
     * Of a closed file. Uncompressed, so that what is in it can be looked for. A file that could not be written anew, for
     * want of space say, is as it was, and the mark stays for the next time.
     */
    private void rewrite() {
        try {
            MVStoreTool.compact(file, false);
            mark.delete();
        } catch (MVStoreException error) {
            System.err.println("What was removed is still in the file: " + error.getMessage());
        }
    }

    @Override
    public synchronized void close() {
        if (open) {
            open = false;
            stored.close();
            rewrite();
        }
    }

    @Override
    public synchronized Document handleMessage(MongoMessage message) {
        return stored.handleMessage(message);
    }

    @Override
    public synchronized Document handleCommand(Channel channel, String database, String command, Document query) {
        return stored.handleCommand(channel, database, command, query);
    }

    @Override
    public synchronized QueryResult handleQuery(MongoQuery query) {
        return stored.handleQuery(query);
    }

    @Override
    public synchronized void handleClose(Channel channel) {
        stored.handleClose(channel);
    }

    @Override
    public synchronized void dropDatabase(String database) {
        stored.dropDatabase(database);
    }

    @Override
    public synchronized Collection<Document> getCurrentOperations(MongoQuery query) {
        return stored.getCurrentOperations(query);
    }

    @Override
    public synchronized Document getServerStatus() {
        return stored.getServerStatus();
    }

    @Override
    public synchronized void closeCursors(List<Long> cursors) {
        stored.closeCursors(cursors);
    }

    @Override
    public synchronized Clock getClock() {
        return stored.getClock();
    }

    @Override
    public synchronized MongoDatabase resolveDatabase(String database) {
        return stored.resolveDatabase(database);
    }

    @Override
    public synchronized void enableOplog() {
        throw new UnsupportedOperationException();
    }

    @Override
    public synchronized void disableOplog() {
        throw new UnsupportedOperationException();
    }

    @Override
    public synchronized MongoBackend version(MongoVersion version) {
        throw new UnsupportedOperationException();
    }
}
