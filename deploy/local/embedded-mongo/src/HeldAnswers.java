import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Answers that wait until what they acknowledge is on the disk. While one sync runs, others are added, and the next
 * sync is for all of them. They wait as bytes: a later command may change the documents that an answer quotes.
 */
final class HeldAnswers {
    private final BlockingQueue<Runnable> held = new LinkedBlockingQueue<>();

    /** Holds the answer to the command that is handled now. To be called by the thread that handles it. */
    void holdNext(Channel channel) {
        Gate gate = channel.pipeline().get(Gate.class);
        if (gate == null) {
            gate = new Gate();
            // First in the pipeline is last for what goes out: behind the encoders.
            channel.pipeline().addFirst(gate);
        }
        gate.holdsNext = true;
    }

    /** All that are held, after a wait for the first one; none when there was none in time. */
    List<Runnable> take(long timeoutMs) throws InterruptedException {
        List<Runnable> taken = new ArrayList<>();
        Runnable first = held.poll(timeoutMs, TimeUnit.MILLISECONDS);
        if (first != null) {
            taken.add(first);
            held.drainTo(taken);
        }
        return taken;
    }

    private final class Gate extends ChannelOutboundHandlerAdapter {
        private boolean holdsNext;

        @Override
        public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
            if (holdsNext && message instanceof ByteBuf) {
                holdsNext = false;
                held.add(() -> context.writeAndFlush(message, promise));
            } else {
                context.write(message, promise);
            }
        }
    }
}
