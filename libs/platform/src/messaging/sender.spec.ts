import { EventEmitter } from 'node:events';
import type { ConfirmChannel } from 'amqplib';
import type { RecoveringChannelOptions } from './recovering-channel.js';
import type { RecoveringConnection } from './recovering-connection.js';
import { NotSentError, Sender } from './sender.js';

/** A connection and a channel that do what the test says. */
function setUp() {
  const connection = Object.assign(new EventEmitter(), {
    isBlocked: false,
    options: undefined as RecoveringChannelOptions<ConfirmChannel> | undefined,
    addChannel(options: RecoveringChannelOptions<ConfirmChannel>) {
      this.options = options;
    },
  });
  const channel = new EventEmitter();
  const sender = new Sender(connection as unknown as RecoveringConnection, {
    label: 'test',
    open: (model) => model.createConfirmChannel(),
  });
  connection.options?.onUp?.(channel as never);
  return { connection, channel, sender };
}

describe('Sender', () => {
  it('waits while the socket is full, and sends in order when it has drained', async () => {
    const { channel, sender } = setUp();
    const sent: number[] = [];
    const send = (n: number, fills: boolean) =>
      sender.send(1_000, () => {
        sent.push(n);
        return !fills;
      });
    await send(1, true);
    const later = [send(2, true), send(3, false)];
    expect(sent).toEqual([1]);
    channel.emit('drain');
    await later[0];
    // The second has filled it again.
    expect(sent).toEqual([1, 2]);
    channel.emit('drain');
    await Promise.all(later);
    expect(sent).toEqual([1, 2, 3]);
  });

  it('waits for a limited time, and then sends nothing', async () => {
    const { sender } = setUp();
    await sender.send(1_000, () => false);
    let sent = false;
    await expect(sender.send(20, () => (sent = true))).rejects.toThrow(NotSentError);
    expect(sent).toBe(false);
  });

  it('waits while the broker has an alarm', async () => {
    const { connection, sender } = setUp();
    connection.isBlocked = true;
    expect(sender.isUnavailable).toBe(true);
    let sent = false;
    const sending = sender.send(1_000, () => (sent = true));
    expect(sent).toBe(false);
    connection.isBlocked = false;
    connection.emit('unblocked');
    await sending;
    expect([sent, sender.isUnavailable]).toEqual([true, false]);
  });

  it('says when what was sent has left its memory, or is lost with its channel', async () => {
    const { connection, channel, sender } = setUp();
    await sender.flushed();
    const gone: string[] = [];
    await sender.send(1_000, () => false);
    const drained = sender.flushed().then(() => gone.push('drained'));
    connection.emit('unblocked');
    await Promise.resolve();
    expect(gone).toEqual([]);
    channel.emit('drain');
    await drained;
    await sender.send(1_000, () => false);
    const lost = sender.flushed().then(() => gone.push('lost'));
    connection.options?.onDown?.();
    await lost;
    expect(gone).toEqual(['drained', 'lost']);
  });
});
