import type { ConsumeMessage } from 'amqplib';
import { Acknowledgements } from './acknowledgements.js';

const message = (deliveryTag: number) => ({ fields: { deliveryTag } }) as ConsumeMessage;

/** A consumer that has received messages 1 to `count`, and what the broker has still to deliver again if it ends. */
function consumer(count: number) {
  const unacknowledged = new Set(Array.from({ length: count }, (_, index) => index + 1));
  let sent = 0;
  const delivery = { lost: false, isClosing: false };
  const ack = ({ fields: { deliveryTag } }: ConsumeMessage, allUpTo = false): void => {
    if (delivery.isClosing) throw new Error('Channel closing');
    sent += 1;
    for (const tag of unacknowledged)
      if (tag === deliveryTag || (allUpTo && tag < deliveryTag)) unacknowledged.delete(tag);
  };
  const acknowledgements = new Acknowledgements({ ack }, delivery);
  for (const tag of unacknowledged) acknowledgements.begin(message(tag));
  return {
    delivery,
    /** The messages are handled in this order, in one turn. Answers what stays, and how much was sent. */
    handle: async (...tags: number[]) => {
      const before = sent;
      for (const tag of tags) acknowledgements.add(message(tag));
      await new Promise(setImmediate);
      return { stays: [...unacknowledged], sent: sent - before };
    },
  };
}

describe('acknowledgements', () => {
  it('of messages that are handled in one turn are one, whatever their order', async () => {
    const { handle } = consumer(4);
    expect(await handle(3, 1, 2)).toEqual({ stays: [4], sent: 1 });
    expect(await handle(4)).toEqual({ stays: [], sent: 1 });
  });

  it('never cover a message that is not handled, or whose handler has failed', async () => {
    const { handle } = consumer(6);
    expect(await handle(1, 2, 4, 5)).toEqual({ stays: [3, 6], sent: 3 });
    expect(await handle(6)).toEqual({ stays: [3], sent: 1 });
    expect(await handle(3)).toEqual({ stays: [], sent: 1 });
  });

  it.each(['lost', 'isClosing'] as const)('are not sent on a channel that is gone (%s)', async (state) => {
    const { delivery, handle } = consumer(2);
    delivery[state] = true;
    expect(await handle(1, 2)).toEqual({ stays: [1, 2], sent: 0 });
  });
});
