import type { JournalEntryCreatedV1 } from '@inner-weather/contracts/messaging/events';
import { eventually } from '@inner-weather/testing/eventually';
import { Load } from '../../support/load.js';
import type { OwnStack } from '../../support/stacks/own-stack.js';
import { isSoak } from '../../support/soak.js';
import { Spy } from '../../support/network/spy.js';

/** Milliseconds until another process takes over the work of a killed one, which had a lease of three seconds. */
const TAKEN_UP_MS = 120_000;

/** libs/platform/test/outbox-inserted.spec.ts has both, on a broker of its own. */
const OF_THE_OUTBOX: typeof POINTS = [
  ['after the save and before the publish', 'before-publish', 20],
  ['after the publish and before the outbox is cleared', 'after-publish', 20],
];

const POINTS: [where: string, point: string, after: number][] = [
  ...(isSoak ? OF_THE_OUTBOX : []),
  ['when half of the entries that are saved together are stored', 'within-batch', 20],
  ['when all of them are stored and none is answered', 'after-batch', 20],
  // Groups of stamps are fewer than entries.
  ['when half of the entries that are stamped together are stamped', 'within-stamps', 5],
];

// ASVS 2.3.3
export const crashes = (stackOf: () => OwnStack) =>
  describe('an entry that was answered with success survives, and its event is published', () => {
    let stack: OwnStack;
    let spy: Spy;
    let load: Load;

    beforeAll(async () => {
      stack = stackOf();
      spy = await Spy.start(stack.infrastructure.amqpUrl);
      load = new Load(await Promise.all(Array.from({ length: 5 }, () => stack.api.signUp())), 25);
      await load.reached(1);
    }, 150_000);

    afterAll(async () => {
      await load.stop();
      await spy.close();
    }, 120_000);

    it.each(POINTS)(
      'if journal is killed %s (%s)',
      async (_where, point, after) => {
        // With each death soon after a start, the pause before the next one grows (deploy/local/stack.mjs): after many, the count starts over.
        if (isSoak) await stack.services.journal.restart();
        stack.crashes.plan({ point, after, left: isSoak ? 2 : 1 });
        await stack.crashes.over(120_000);
        await load.reached(load.ledger.size + 20);
      },
      360_000,
    );

    it('when journal was killed at each point', async () => {
      await load.judge('journal killed at each point');
      const entries = await load.entries();
      await eventually(
        () => {
          const published = new Set(
            spy.of<JournalEntryCreatedV1>('journal.entry.created.v1').map((e) => e.entryId),
          );
          expect(entries.filter(({ _id }) => !published.has(_id))).toEqual([]);
        },
        { timeoutMs: TAKEN_UP_MS },
      );
      await load.stamped(TAKEN_UP_MS);
    }, 360_000);
  });
