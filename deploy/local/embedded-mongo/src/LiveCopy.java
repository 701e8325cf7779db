import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.h2.mvstore.Cursor;
import org.h2.mvstore.FileStore;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;

/**
 * Replaces a store's file by one of what lives in it. (MVStoreTool.compact copies pages as they are, and the inner pages
 * of a map keep keys of entries that were removed long ago: the emails of deleted accounts.) Uncompressed, so that what is
 * in the file can be looked for.
 */
final class LiveCopy {
    /** Bytes in memory before some of the copy is written. */
    private static final int WRITE_BYTES = 16 * 1024 * 1024;

    /** Bytes that stay free on the disk beside a copy: others write to it meanwhile. */
    private static final long MARGIN_BYTES = 64 * 1024 * 1024;

    private LiveCopy() {}

    /** Whether the disk has space for a copy of what lives in an open store. */
    static boolean hasSpace(MVStore source, Path file) {
        FileStore<?> pages = source.getFileStore();
        long livePercent = (long) pages.getFillRate() * pages.getChunksFillRate() / 100;
        long liveBytes = pages.size() / 100 * livePercent;
        return file.toFile().getUsableSpace() > liveBytes + MARGIN_BYTES;
    }

    /**
     * The file must be closed. The copy takes its place in one step, and when it is on the disk. If it cannot be written,
     * nothing of it stays: the disk may be full.
     */
    static void replace(Path file) throws IOException {
        Path copy = copyOf(file);
        try {
            write(file, copy);
        } catch (IOException | RuntimeException error) {
            Files.deleteIfExists(copy);
            throw error;
        }
        Files.move(copy, file, StandardCopyOption.ATOMIC_MOVE);
        syncFolder(file);
    }

    private static void write(Path file, Path copy) throws IOException {
        Files.deleteIfExists(copy);
        try (MVStore source = new MVStore.Builder().fileName(file.toString()).readOnly().open()) {
            if (!hasSpace(source, file)) {
                throw new IOException("the disk has too little space");
            }
            try (MVStore target = new MVStore.Builder().fileName(copy.toString()).autoCommitDisabled().open()) {
                for (String name : source.getMapNames()) {
                    copyMap(source.openMap(name, rawMap()), target.openMap(name, rawMap().singleWriter()), target);
                }
            }
        }
        sync(copy);
    }

    /** Removes what a kill has left. */
    static void cleanUp(Path file) throws IOException {
        Files.deleteIfExists(copyOf(file));
    }

    private static Path copyOf(Path file) {
        return file.resolveSibling(file.getFileName() + ".copy");
    }

    private static MVMap.Builder<byte[], byte[]> rawMap() {
        return new MVMap.Builder<byte[], byte[]>().keyType(new RawType()).valueType(new RawType());
    }

    private static void copyMap(MVMap<byte[], byte[]> from, MVMap<byte[], byte[]> to, MVStore target) {
        long bytes = 0;
        for (Cursor<byte[], byte[]> cursor = from.cursor(null); cursor.hasNext(); ) {
            byte[] key = cursor.next();
            to.append(key, cursor.getValue());
            bytes += key.length + cursor.getValue().length;
            if (bytes > WRITE_BYTES) {
                target.commit();
                bytes = 0;
            }
        }
    }

    private static void sync(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
    }

    /** So that a power cut does not bring back the old name. Not every system lets a folder be opened. */
    private static void syncFolder(Path file) {
        try (FileChannel folder = FileChannel.open(file.getParent(), StandardOpenOption.READ)) {
            folder.force(true);
        } catch (IOException error) {
            return;
        }
    }
}
