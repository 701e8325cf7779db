import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.MongoVersion;
import de.bwaldvogel.mongo.backend.h2.H2Backend;
import java.net.InetSocketAddress;
import java.util.List;
import org.h2.mvstore.MVStore;

/**
 * MongoDB's protocol over one file, on loopback, for trying and developing. Arguments: port, file. Prints "ready"
 * when it answers. Ends in order on SIGTERM.
 */
public final class EmbeddedMongo {
    /** Megabytes: with the default of 16 a month's search over a hundred entries a day takes the better part of a second. */
    private static final int CACHE_MB = 256;

    /** Milliseconds of acknowledged writes that a kill may cost at the most. The default is a second. */
    private static final int COMMIT_DELAY_MS = 20;

    /**
     * Collections lock while a command runs and not while its answer is written, and a $unset inside a document changes
     * what an answer still holds: a second thread would break that answer off, and its connection with it.
     */
    private static final int HANDLING_THREADS = 1;

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

    private EmbeddedMongo() {}

    public static void main(String[] args) throws InterruptedException {
        int port = Integer.parseInt(args[0]);
        MVStore store = new MVStore.Builder().fileName(args[1]).cacheSize(CACHE_MB).open();
        store.setAutoCommitDelay(COMMIT_DELAY_MS);
        MongoServer server = new MongoServer(new H2Backend(store).version(new Version()));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            server.shutdownNow();
            store.close();
        }));
        server.bind(new InetSocketAddress("127.0.0.1", port), 1, HANDLING_THREADS);
        System.out.println("ready");
        Thread.currentThread().join();
    }
}
