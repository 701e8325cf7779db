import de.bwaldvogel.mongo.bson.BinData;
import de.bwaldvogel.mongo.bson.Document;
import java.util.Collection;
import org.h2.mvstore.type.ObjectDataType;

/**
 * Tells the store's cache how much memory documents take. The store assumes 10,000 bytes for each that it has only read,
 * and long entries would fill many times what the cache may hold.
 */
final class DocumentType extends ObjectDataType {
    /** Bytes of a field or a value besides its text: objects and references. */
    private static final int FIELD_BYTES = 64;

    @Override
    public int getMemory(Object value) {
        return value instanceof Document ? memoryOf(value) : super.getMemory(value);
    }

    private static int memoryOf(Object value) {
        int bytes = FIELD_BYTES;
        if (value instanceof Document document) {
            for (Object field : document.values()) {
                bytes += memoryOf(field);
            }
        } else if (value instanceof Collection<?> list) {
            for (Object one : list) {
                bytes += memoryOf(one);
            }
        } else if (value instanceof String text) {
            bytes += 2 * text.length();
        } else if (value instanceof BinData binary) {
            bytes += binary.getData().length;
        } else if (value instanceof byte[] binary) {
            bytes += binary.length;
        }
        return bytes;
    }
}
