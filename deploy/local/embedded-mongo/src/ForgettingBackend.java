import de.bwaldvogel.mongo.MongoBackend;
import de.bwaldvogel.mongo.MongoDatabase;
import de.bwaldvogel.mongo.MongoVersion;
import de.bwaldvogel.mongo.backend.QueryResult;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.wire.message.MongoMessage;
import de.bwaldvogel.mongo.wire.message.MongoQuery;
import io.netty.channel.Channel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.h2.mvstore.MVStoreException;

/**
 * Databases in a file that holds what was acknowledged and keeps nothing of what was removed.
 *
 * H2's store writes changed pages to another place and leaves the old ones, with all that was on them, until it needs the
 * space. So the file is written anew from what lives: soon after something was removed, when it is closed, and when it is
 * opened after neither could happen. A copy is made beside it and takes its place in one step: a kill leaves the one or the
 * other. Nothing is answered meanwhile.
 */
final class ForgettingBackend implements MongoBackend {
    /** Milliseconds for which a write may wait for its commit where no answer waits for it. */
    private static final long COMMIT_DELAY_MS = 100;

    /** Milliseconds after the last removal: an account goes by many. */
    private static final long QUIET_MS = 2_000;

    /** Milliseconds after the first removal that is still in the file, should removals never end. */
    private static final long PATIENCE_MS = 10_000;

    /** So many times as long as it took is the pause after it, PATIENCE_MS at the least and REST_MAX_MS at the most. */
    private static final int REST = 10;

    /**
     * Milliseconds. With this and a rewrite of the same length, what was removed is gone within half a minute, which
     * docs/encryption.md promises. A file that takes longer is written anew for half of the time.
     */
    private static final long REST_MAX_MS = 15_000;

    /** Milliseconds until the next attempt where the file could not be written anew. */
    private static final long RETRY_MS = 60_000;

    private final Path file;

    /** Is there while the file may hold what was removed, so that a kill does not make it forgotten. */
    private final Path mark;

    private final HeldAnswers answers = new HeldAnswers();
    private final CountDownLatch ended = new CountDownLatch(1);
    private StoredBackend stored;
    private boolean open = true;
    private boolean marked;
    private long firstRemoval;
    private long lastRemoval;
    /** When the file may be written anew at the earliest. */
    private long earliest;

    ForgettingBackend(String file) throws IOException {
        this.file = Path.of(file).toAbsolutePath();
        this.mark = Path.of(this.file + ".removed");
        LiveCopy.cleanUp(this.file);
        marked = Files.exists(mark);
        if (marked) {
            rewrite();
        }
        stored = openFile();
    }

    private StoredBackend openFile() {
        return new StoredBackend(file.toString(), answers, this::onRemoval);
    }

    private void onRemoval() {
        lastRemoval = System.currentTimeMillis();
        if (marked) {
            return;
        }
        firstRemoval = lastRemoval;
        try {
            Files.createFile(mark);
            marked = true;
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    /**
     * Brings changes to the disk and sends the answers that wait for it, and writes the file anew when something was
     * removed. Returns when it was closed; throws when a change cannot be stored.
     */
    void keepWhileOpen() throws InterruptedException {
        try {
            while (keep(answers.take(COMMIT_DELAY_MS))) {
                forgetIfDue();
            }
        } finally {
            ended.countDown();
        }
    }

    private boolean keep(List<Runnable> waiting) {
        synchronized (this) {
            if (!open) {
                return false;
            }
            // Between two commands, so that none is stored by halves.
            if (!stored.commitChanges() && waiting.isEmpty()) {
                return true;
            }
        }
        // Others are handled meanwhile: they wait for the next sync, together.
        stored.sync();
        waiting.forEach(Runnable::run);
        return true;
    }

    private synchronized void forgetIfDue() {
        long start = System.currentTimeMillis();
        if (!open) {
            return;
        }
        if (!marked || start < earliest || !isQuiet(start)) {
            stored.moveTogether();
            return;
        }
        if (!stored.hasSpaceForCopy(file)) {
            // The file stays open, since what is in memory would be lost each time.
            reportKept("the disk has too little space");
            earliest = start + RETRY_MS;
            return;
        }
        StoredBackend before = stored;
        before.close();
        rewrite();
        stored = openFile();
        stored.continueFrom(before);
        long end = System.currentTimeMillis();
        long took = end - start;
        long rest = Math.max(PATIENCE_MS, Math.max(took, Math.min(REST * took, REST_MAX_MS)));
        earliest = end + (marked ? RETRY_MS : rest);
    }

    private boolean isQuiet(long now) {
        return now - lastRemoval > QUIET_MS || now - firstRemoval >= PATIENCE_MS;
    }

    /** Of a closed file. One that could not be written anew, for want of space say, is as it was, and the mark stays. */
    private void rewrite() {
        try {
            LiveCopy.replace(file);
            Files.deleteIfExists(mark);
            marked = false;
        } catch (IOException | MVStoreException error) {
            reportKept(error.getMessage());
        }
    }

    private static void reportKept(String reason) {
        System.err.println("What was removed is still in the file: " + reason);
    }

    @Override
    public void close() {
        synchronized (this) {
            if (!open) {
                return;
            }
            open = false;
        }
        try {
            ended.await();
        } catch (InterruptedException error) {
            Thread.currentThread().interrupt();
        }
        stored.close();
        rewrite();
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
