import {
  applyEdit,
  addEntry,
  deleteEntry,
  discard,
  editEntry,
  type Entry,
  type EntryEdition,
  isNewId,
  keepMine,
  type NewEntry,
  type OutboxEdit,
  type Waiting,
} from './changes';
import { ApiError } from '../api/api-error';
import { type Outbox, type Outcome, pauseAfter, sendAll } from './sender';

/** Numbers that look random and are the same for the same seed (mulberry32). */
function randomOf(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

type Random = ReturnType<typeof randomOf>;

const newEntry = (content: string): NewEntry => ({ email: 'ana@example.org', content, location: 'Porto' });
const edition = (content: string): EntryEdition => ({ content, inputMood: 'Happy', location: 'Porto' });

/** What a server does with each change. Ids follow from Idempotency-Keys, so a repeated request changes nothing. */
class Server {
  readonly entries = new Map<string, Entry>();
  /** The contents of new entries, in the order of their arrival. */
  readonly arrivals: string[] = [];
  private readonly keys = new Map<string, string>();
  private clock = 0;

  private save(_id: string, content: string): Entry {
    this.clock += 1;
    const entry = { _id, content, updatedAt: `v${this.clock}` } as Entry;
    this.entries.set(_id, entry);
    return entry;
  }

  edit(id: string, content: string): void {
    if (this.entries.has(id)) this.save(id, content);
  }

  take({ id, entryId, change }: Waiting, isRepeated: boolean): Outcome {
    if (change.kind === 'create') {
      const { content } = change.body;
      const before = this.keys.get(id);
      if (before !== undefined && before !== content) return refused(422);
      const existing = this.entries.get(`id of ${id}`);
      if (existing) return { kind: 'saved', entry: existing };
      if (before !== undefined) return isRepeated ? { kind: 'gone' } : refused(404);
      this.keys.set(id, content);
      this.arrivals.push(content);
      return { kind: 'saved', entry: this.save(`id of ${id}`, content) };
    }
    if (isNewId(entryId)) throw new Error('A change of an entry was sent before the entry');
    const current = this.entries.get(entryId);
    if (!current) return { kind: 'gone' };
    if (change.kind === 'delete') {
      if (current.updatedAt !== change.base) return changed(current);
      this.entries.delete(entryId);
      return { kind: 'gone' };
    }
    if (current.updatedAt === change.base)
      return { kind: 'saved', entry: this.save(entryId, change.body.content) };
    // As sendChange does: an earlier attempt was taken, and only its answer was lost.
    if (current.content === change.body.content) return { kind: 'saved', entry: current };
    return changed(current);
  }
}

const errorOf = (status: number): ApiError => new ApiError(status, [{ msg: String(status) }]);
const refused = (status: number): Outcome => ({ kind: 'refused', error: errorOf(status) });
const changed = (current: Entry): Outcome => ({ kind: 'changed', current, error: errorOf(412) });
const waits: Outcome = { kind: 'waiting', error: errorOf(0) };

class Killed extends Error {}

const copyOf = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** A device whose page may be killed at any moment: what it had stored is there afterwards, and nothing else. */
class Device implements Outbox {
  stored: Waiting[] = [];

  constructor(
    private readonly random: Random,
    private readonly server: Server,
    /** How often in a hundred something goes wrong. */
    public trouble: number,
  ) {}

  private maybeDie(): void {
    if (this.random(100) < this.trouble / 4) throw new Killed();
  }

  async edit(change: Parameters<Outbox['edit']>[0]): Promise<void> {
    this.maybeDie();
    this.stored = applyEdit(this.stored, await change(copyOf(this.stored)));
    this.maybeDie();
  }

  /** The person's own change; the page has stored it before it says so. */
  write(edit: OutboxEdit): void {
    this.stored = applyEdit(this.stored, edit);
  }

  private readonly send = async (one: Waiting, isRepeated: boolean): Promise<Outcome> => {
    this.maybeDie();
    if (this.random(100) < this.trouble) return waits;
    const outcome = this.server.take(copyOf(one), isRepeated);
    this.maybeDie();
    return this.random(100) < this.trouble ? waits : outcome;
  };

  async run(onAttempt: (one: Waiting, outcome: Outcome) => void): Promise<void> {
    try {
      await sendAll({ outbox: this, send: this.send, onAttempt });
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
    }
  }
}

/** One evening: an entry as its writer sees it, with the id by which the device knows it now. */
interface Seen {
  name: string;
  content: string | undefined;
  version: number;
}

const SEQUENCES = 2_500;

describe('what waits to be sent', () => {
  it(`arrives, each change once and in order, in ${SEQUENCES} sequences of failures`, async () => {
    for (let seed = 1; seed <= SEQUENCES; seed += 1) {
      const random = randomOf(seed);
      const server = new Server();
      const device = new Device(random, server, random(60));
      const seen: Seen[] = [];
      /** The ids that entries have now, by the name in their text. */
      const idOf = ({ name }: Seen): string | undefined =>
        device.stored.find(
          ({ change }) => change.kind !== 'delete' && change.body.content.startsWith(`${name} `),
        )?.entryId ?? [...server.entries.values()].find(({ content }) => content.startsWith(`${name} `))?._id;
      const baseOf = (id: string): string => server.entries.get(id)?.updatedAt ?? '';
      const steps = 3 + random(18);
      for (let step = 0; step < steps; step += 1) {
        const one = seen[random(Math.max(1, seen.length))];
        const id = one?.content === undefined ? undefined : idOf(one);
        const action = random(10);
        if (action < 4 || !one) {
          const content = `e${seen.length} 0`;
          seen.push({ name: `e${seen.length}`, content, version: 0 });
          device.write(addEntry(device.stored, newEntry(content)));
        } else if (action < 7 && id !== undefined) {
          one.version += 1;
          one.content = `${one.name} ${one.version}`;
          device.write(editEntry(device.stored, id, edition(one.content), baseOf(id)));
        } else if (action < 8 && id !== undefined) {
          one.content = undefined;
          device.write(deleteEntry(device.stored, id, baseOf(id)));
        } else await device.run(() => undefined);
      }
      // In the end everything works.
      device.trouble = 0;
      for (let turn = 0; device.stored.length > 0; turn += 1) {
        if (turn > 50) throw new Error(`seed ${seed}: never done: ${JSON.stringify(device.stored)}`);
        await device.run(() => undefined);
        // Nobody else changes these entries, so no lost answer may look like a conflict.
        expect({ seed, problems: device.stored.flatMap(({ problem }) => problem ?? []) }).toEqual({
          seed,
          problems: [],
        });
      }
      const kept = seen.flatMap(({ content }) => (content === undefined ? [] : [content]));
      const onServer = [...server.entries.values()].map(({ content }) => content);
      expect({ seed, entries: onServer.sort() }).toEqual({ seed, entries: kept.sort() });
      const names = server.arrivals.map((content) => content.split(' ')[0]);
      const order = seen.map(({ name }) => name).filter((name) => names.includes(name));
      expect({ seed, names }).toEqual({ seed, names: order });
    }
  });

  it('leaves both versions to the writer if the entry was changed elsewhere', async () => {
    const server = new Server();
    const device = new Device(randomOf(1), server, 0);
    device.write(addEntry(device.stored, newEntry('mine')));
    const entries: Entry[] = [];
    await device.run((_one, outcome) => {
      if (outcome.kind === 'saved') entries.push(outcome.entry);
    });
    const [entry] = entries;
    if (!entry) throw new Error('nothing arrived');
    server.edit(entry._id, 'theirs');
    device.write(editEntry([], entry._id, edition('mine, later'), entry.updatedAt));
    device.write(addEntry(device.stored, newEntry('another')));
    await device.run(() => undefined);
    // It holds up nothing else.
    expect(server.arrivals).toEqual(['mine', 'another']);
    expect(device.stored).toMatchObject([{ problem: { kind: 'changed', current: { content: 'theirs' } } }]);
    device.write(keepMine(device.stored[0]!));
    await device.run(() => undefined);
    expect(server.entries.get(entry._id)?.content).toBe('mine, later');
  });

  it('keeps what the server refuses for good, and sends it once it is altered', async () => {
    const outbox = new Device(randomOf(1), new Server(), 0);
    outbox.write(addEntry([], newEntry('too long')));
    const send = async (one: Waiting): Promise<Outcome> =>
      one.change.kind === 'create' && one.change.body.content === 'too long'
        ? refused(413)
        : { kind: 'saved', entry: { _id: 'saved', updatedAt: 'v1' } as Entry };
    await sendAll({ outbox, send, onAttempt: () => undefined });
    const [one] = outbox.stored;
    expect(one?.problem).toMatchObject({ status: 413 });
    outbox.write(editEntry(outbox.stored, one!.entryId, edition('short'), ''));
    // Another text needs another Idempotency-Key.
    expect(outbox.stored).toMatchObject([{ change: { body: { content: 'short' } }, isAttempted: false }]);
    expect(outbox.stored[0]!.id).not.toBe(one!.id);
    await sendAll({ outbox, send, onAttempt: () => undefined });
    expect(outbox.stored).toEqual([]);
  });

  it('drops what follows a change that its writer takes back', () => {
    const { put } = addEntry([], newEntry('one'));
    const sent = put.map((one) => ({ ...one, isAttempted: true }));
    const waiting = applyEdit(sent, editEntry(sent, sent[0]!.entryId, edition('two'), ''));
    expect(waiting).toHaveLength(2);
    expect(applyEdit(waiting, discard(waiting, waiting[0]!))).toEqual([]);
  });

  it('waits longer after each failure, up to five minutes', () => {
    expect([1, 2, 3, 20].map(pauseAfter)).toEqual([2_000, 4_000, 8_000, 300_000]);
  });
});
