import de.bwaldvogel.mongo.MongoServer;
import java.io.IOException;
import java.net.InetSocketAddress;

/**
 * MongoDB's protocol over one file, on loopback, for trying and developing. Arguments: port, file. Prints "ready" when it
 * answers. Ends in order on SIGTERM.
 */
public final class EmbeddedMongo {
    /**
     * Collections lock while a command runs and not while its answer is written, and a $unset inside a document changes
     * what an answer still holds: a second thread would break that answer off, and its connection with it.
     */
    private static final int HANDLING_THREADS = 1;

    private EmbeddedMongo() {}

    public static void main(String[] args) throws InterruptedException, IOException {
        int port = Integer.parseInt(args[0]);
        ForgettingBackend backend = new ForgettingBackend(args[1]);
        MongoServer server = new MongoServer(backend);
        server.bind(new InetSocketAddress("127.0.0.1", port), 1, HANDLING_THREADS);
        // Not before: a server that is not bound yet would not end. What it has opened is whole without it.
        Runtime.getRuntime().addShutdownHook(new Thread(server::shutdownNow));
        System.out.println("ready");
        try {
            backend.keepWhileOpen();
        } catch (RuntimeException | Error error) {
            // Not in order: nothing more may be answered, since nothing more is stored.
            error.printStackTrace();
            Runtime.getRuntime().halt(1);
        }
    }
}
