import java.nio.ByteBuffer;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.WriteBuffer;
import org.h2.mvstore.type.BasicDataType;
import org.h2.mvstore.type.ObjectDataType;

/** What a map holds, as the bytes that are stored: to copy it without making objects of it. It has no order. */
final class RawType extends BasicDataType<byte[]> {
    /** ObjectDataType.TYPE_SERIALIZED_OBJECT: an object of Java's serialisation, with its length before it. */
    private static final int SERIALIZED = 19;

    private static final ObjectDataType OTHERS = new ObjectDataType();

    @Override
    public byte[] read(ByteBuffer buffer) {
        int start = buffer.position();
        if (buffer.get(start) == SERIALIZED) {
            buffer.get();
            int length = DataUtils.readVarInt(buffer);
            buffer.position(buffer.position() + length);
        } else {
            OTHERS.read(buffer);
        }
        byte[] bytes = new byte[buffer.position() - start];
        buffer.get(start, bytes);
        return bytes;
    }

    @Override
    public void write(WriteBuffer buffer, byte[] bytes) {
        buffer.put(bytes);
    }

    @Override
    public int getMemory(byte[] bytes) {
        return bytes.length;
    }

    @Override
    public byte[][] createStorage(int size) {
        return new byte[size][];
    }
}
