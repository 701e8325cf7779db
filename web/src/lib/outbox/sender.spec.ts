import {
  applyEdit,
  addEntry,
  deleteEntry,
  editEntry,
  type Entry,
  type EntryEdition,
  isNewId,
  keepMine,
  type NewEntry,
  type OutboxEdit,
  type Waiting,
} from './changes';
import { Blob } from 'node:buffer';
import { newUuid7 } from '@inner-weather/domain/entries/uuid7';
import type { Measured } from '@inner-weather/domain/measures/measures';
import type { Client } from 'openapi-fetch';
import { fakeTabs, forgetTabs } from '../../../test/fake-tabs';
import { ApiError } from '../api/api-error';
import type { paths } from '../api/api-types.gen';
import { ForeignAnswer } from '../api/own-answer';
import { withValue } from '../measures/with-value';
import type { Vault } from '../vault/vault';
import { type Answer, keepPhoto, sendWithPhotos, sweepPhotos } from './kept-photos';
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

const newEntry = (content: string, photos?: string[], measures?: Measured): NewEntry => ({
  email: 'ana@example.org',
  content,
  location: 'Porto',
  ...(photos && { photos }),
  ...(measures && { measures }),
});
const edition = (content: string, photos?: string[], measures?: Measured): EntryEdition => ({
  content,
  inputMood: 'Happy',
  location: 'Porto',
  ...(photos && { photos }),
  ...(measures && { measures }),
});

/** The server's id of a photo follows from its Idempotency-Key, too. */
const photoIdOf = (key: string): string => `id of ${key}`;
const hasSame = (one: string[] | undefined, other: string[] | undefined): boolean =>
  JSON.stringify(one ?? []) === JSON.stringify(other ?? []);

/** What a server does with each change. Ids follow from Idempotency-Keys, so a repeated request changes nothing. */
class Server {
  readonly entries = new Map<string, Entry>();
  /** The contents of new entries, in the order of their arrival. */
  readonly arrivals: string[] = [];
  /** Ids of the photos that it has, one for each time that one arrived. */
  readonly photos: string[] = [];
  /** The key of a photo that never arrives, and what is said about it. */
  bad?: { key: string; answer: () => Answer };
  private readonly keys = new Map<string, string>();
  private clock = 0;

  /** What an edition does not name stays as it is. */
  private save(_id: string, { content, ...named }: EntryEdition): Entry {
    this.clock += 1;
    const { photos, measures } = { ...this.entries.get(_id), ...named };
    const entry = { _id, content, photos, measures, updatedAt: `v${this.clock}` } as Entry;
    this.entries.set(_id, entry);
    return entry;
  }

  edit(id: string, content: string): void {
    if (this.entries.has(id)) this.save(id, edition(content));
  }

  takePhoto(key: string): Answer {
    if (key === this.bad?.key) return this.bad.answer();
    const id = photoIdOf(key);
    if (!this.photos.includes(id)) this.photos.push(id);
    return { data: { _id: id }, response: new Response() };
  }

  /** A day passes: photos that no entry has are deleted. */
  sweep(): void {
    const used = [...this.entries.values()].flatMap(({ photos }) => photos ?? []);
    const left = this.photos.filter((id) => used.includes(id));
    this.photos.splice(0, Infinity, ...left);
  }

  take({ id, entryId, change }: Waiting, isRepeated: boolean): Outcome {
    const photos = change.kind === 'delete' ? [] : (change.body.photos ?? []);
    if (!photos.every((photo) => this.photos.includes(photo))) return refused(400);
    if (change.kind === 'create') {
      const content = JSON.stringify(change.body);
      const before = this.keys.get(id);
      if (before !== undefined && before !== content) return refused(422);
      const existing = this.entries.get(`id of ${id}`);
      if (existing) return { kind: 'saved', entry: existing };
      if (before !== undefined) return isRepeated ? { kind: 'gone' } : refused(404);
      this.keys.set(id, content);
      this.arrivals.push(change.body.content);
      const { content: words, measures } = change.body;
      return { kind: 'saved', entry: this.save(`id of ${id}`, edition(words, photos, measures)) };
    }
    if (isNewId(entryId)) throw new Error('A change of an entry was sent before the entry');
    const current = this.entries.get(entryId);
    if (!current) return { kind: 'gone' };
    if (change.kind === 'delete') {
      if (current.updatedAt !== change.base) return changed(current);
      this.entries.delete(entryId);
      return { kind: 'gone' };
    }
    if (current.updatedAt === change.base) return { kind: 'saved', entry: this.save(entryId, change.body) };
    // As sendChange does: an earlier attempt was taken, and only its answer was lost.
    const { content, photos: edited = current.photos } = change.body;
    if (current.content === content && hasSame(current.photos, edited))
      return { kind: 'saved', entry: current };
    return changed(current);
  }
}

const errorOf = (status: number): ApiError => new ApiError(status, [{ msg: String(status) }]);
const refused = (status: number): Outcome => ({ kind: 'refused', error: errorOf(status) });
const changed = (current: Entry): Outcome => ({ kind: 'changed', current, error: errorOf(412) });
const waits: Outcome = { kind: 'waiting', error: errorOf(0) };

const stoppedByProxy = (): never => {
  throw new ForeignAnswer(false, 413);
};

class Killed extends Error {}

const copyOf = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** What a server answers about a change, with what the page makes of it. */
interface Told extends Answer {
  outcome?: Outcome;
}

const told = (outcome: Outcome): Told =>
  outcome.kind === 'refused' && outcome.error.status === 400
    ? {
        response: new Response(null, { status: 400 }),
        error: { errors: [{ code: 'photo_gone' }] },
        outcome,
      }
    : { response: new Response(null, { status: 200 }), outcome };

/** A device whose page may be killed at any moment: what it had stored is there afterwards, and nothing else. */
class Device implements Outbox {
  stored: Waiting[] = [];
  readonly kept = new Map<string, unknown>();

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
    const edit = await change(copyOf(this.stored));
    this.stored = applyEdit(this.stored, edit);
    for (const [name, value] of Object.entries(edit.keep ?? {})) this.kept.set(name, value);
    for (const name of edit.drop ?? []) this.kept.delete(name);
    this.maybeDie();
  }

  /** The person's own change; the page has stored it before it says so. */
  write(edit: OutboxEdit): void {
    this.stored = applyEdit(this.stored, edit);
  }

  readonly vault = {
    read: async (name) => this.kept.get(name),
    update: async (name, change) => {
      this.maybeDie();
      const value = change(this.kept.get(name));
      if (value !== undefined) this.kept.set(name, value);
      this.maybeDie();
    },
    names: async (prefix) => [...this.kept.keys()].filter((name) => name.startsWith(prefix)),
    list: async () => new Map(),
    edit: (change) => this.edit(change as unknown as Parameters<Outbox['edit']>[0]),
  } satisfies Partial<Vault> as Partial<Vault> as Vault;

  /** Lost on the way there, or on the way back. */
  private async reach<T>(answer: () => T): Promise<T> {
    this.maybeDie();
    if (this.random(100) < this.trouble) throw new TypeError('not reached');
    const answered = answer();
    this.maybeDie();
    if (this.random(100) < this.trouble) throw new TypeError('no answer');
    return answered;
  }

  private readonly client = {
    POST: (_path: string, { params }: { params: { header: { 'Idempotency-Key': string } } }) =>
      this.reach(() => this.server.takePhoto(params.header['Idempotency-Key'])),
  } as unknown as Client<paths>;

  private readonly send = async (one: Waiting, isRepeated: boolean): Promise<Outcome> => {
    try {
      const request = (ready: Waiting): Promise<Told> =>
        this.reach(() => told(this.server.take(copyOf(ready), isRepeated)));
      const { answer } = await sendWithPhotos(this.client, this.vault, one, request);
      return (answer as Told).outcome ?? refused(answer.response.status);
    } catch (error) {
      if (error instanceof Killed) throw error;
      return waits;
    }
  };

  async run(): Promise<void> {
    try {
      await sendAll({ outbox: this, send: this.send, onAttempt: () => undefined });
      await sweepPhotos(this.vault);
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
    }
  }

  /** Keeps some new photos. Returns their keys. */
  async addPhotos(count: number): Promise<string[]> {
    const { trouble } = this;
    this.trouble = 0;
    const keys = Array.from({ length: count }, () => newUuid7());
    const photo = new Blob(['photo'], { type: 'image/jpeg' }) as globalThis.Blob;
    for (const key of keys) await keepPhoto(this.vault, key, photo);
    this.trouble = trouble;
    return keys;
  }
}

/** One evening: an entry as its writer sees it, with the id by which the device knows it now. */
interface Seen {
  name: string;
  content: string | undefined;
  version: number;
  /** The keys of its photos. */
  photos: string[];
  measures: Measured;
}

const SEQUENCES = 400;

describe('what waits to be sent', () => {
  beforeEach(fakeTabs);
  afterEach(forgetTabs);

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
      /** As an editor shows them: by their keys while they wait, and then by their ids. */
      const shownPhotos = (id: string): string[] =>
        device.stored
          .filter(({ entryId }) => entryId === id)
          .flatMap(({ change }) => ('body' in change ? [change.body.photos] : []))
          .findLast(Boolean) ??
        server.entries.get(id)?.photos ??
        [];
      const steps = 3 + random(18);
      for (let step = 0; step < steps; step += 1) {
        const one = seen[random(Math.max(1, seen.length))];
        const id = one?.content === undefined ? undefined : idOf(one);
        const action = random(11);
        if (action < 4 || !one) {
          const content = `e${seen.length} 0`;
          const photos = await device.addPhotos(random(3));
          const measures: Measured = random(2) === 0 ? { sleep: step } : {};
          seen.push({ name: `e${seen.length}`, content, version: 0, photos, measures });
          device.write(addEntry(device.stored, newEntry(content, photos, measures)));
        } else if (action < 7 && id !== undefined) {
          one.version += 1;
          one.content = `${one.name} ${one.version}`;
          // One is taken away and another is added, or they stay as they are.
          const added = random(2) === 0 ? await device.addPhotos(1) : undefined;
          if (added) one.photos = [...one.photos.slice(1), ...added];
          const photos = added && [...shownPhotos(id).slice(1), ...added];
          // A value is noted, all are taken back, or they stay as they are.
          const noted = [withValue(one.measures, `m${random(3)}`, step), {}, undefined][random(3)];
          if (noted) one.measures = noted;
          device.write(editEntry(device.stored, id, edition(one.content, photos, noted), baseOf(id)));
        } else if (action === 10) server.sweep();
        else if (action < 8 && id !== undefined) {
          one.content = undefined;
          device.write(deleteEntry(device.stored, id, baseOf(id)));
        } else await device.run();
      }
      // In the end everything works.
      device.trouble = 0;
      for (let turn = 0; device.stored.length > 0; turn += 1) {
        if (turn > 50) throw new Error(`seed ${seed}: never done: ${JSON.stringify(device.stored)}`);
        await device.run();
        // Nobody else changes these entries, so no lost answer may look like a conflict.
        expect({ seed, problems: device.stored.flatMap(({ problem }) => problem ?? []) }).toEqual({
          seed,
          problems: [],
        });
      }
      const left = seen.filter(({ content }) => content !== undefined);
      const inOrder = (measures: Measured = {}) => JSON.stringify(Object.entries(measures).sort());
      const kept = left.map(({ content, photos, measures }) =>
        [content, ...photos.map(photoIdOf), inOrder(measures)].join(),
      );
      const onServer = [...server.entries.values()].map(({ content, photos = [], measures }) =>
        [content, ...photos, inOrder(measures)].join(),
      );
      expect({ seed, entries: onServer.sort() }).toEqual({ seed, entries: kept.sort() });
      await device.run();
      const bytes = [...device.kept.keys()].filter((name) => name.startsWith('photo.bytes.'));
      expect({ seed, bytes }).toEqual({ seed, bytes: [] });
      const names = server.arrivals.map((content) => content.split(' ')[0]);
      const order = seen.map(({ name }) => name).filter((name) => names.includes(name));
      expect({ seed, names }).toEqual({ seed, names: order });
    }
  });

  it.each([
    ['the server refuses', 415, (): Answer => ({ response: new Response(null, { status: 415 }) })],
    ['a proxy finds too large', 413, stoppedByProxy],
  ])(
    'leaves an entry with a photo that %s to its writer, and sends what is behind it',
    async (_why, status, answer) => {
      const server = new Server();
      const device = new Device(randomOf(1), server, 0);
      const [good, bad] = (await device.addPhotos(2)) as [string, string];
      server.bad = { key: bad, answer };
      device.write(addEntry(device.stored, newEntry('with a bad photo', [good, bad])));
      device.write(addEntry(device.stored, newEntry('another')));
      await device.run();
      expect(server.arrivals).toEqual(['another']);
      const [one] = device.stored;
      expect(one?.problem).toMatchObject({ kind: 'refused', status });
      device.write(editEntry(device.stored, one!.entryId, edition('without it', [good]), ''));
      // Other words need another Idempotency-Key.
      expect(device.stored).toMatchObject([{ isAttempted: false }]);
      expect(device.stored[0]!.id).not.toBe(one!.id);
      await device.run();
      expect(server.arrivals).toEqual(['another', 'without it']);
      expect([...server.entries.values()].at(-1)?.photos).toEqual([photoIdOf(good)]);
    },
  );

  it('leaves both versions to the writer if the entry was changed elsewhere', async () => {
    const server = new Server();
    const device = new Device(randomOf(1), server, 0);
    device.write(addEntry(device.stored, newEntry('mine')));
    await device.run();
    const [{ _id, updatedAt }] = [...server.entries.values()] as [Entry];
    server.edit(_id, 'theirs');
    device.write(editEntry([], _id, edition('mine, later'), updatedAt));
    device.write(addEntry(device.stored, newEntry('another')));
    await device.run();
    // It holds up nothing else.
    expect(server.arrivals).toEqual(['mine', 'another']);
    expect(device.stored).toMatchObject([{ problem: { kind: 'changed', current: { content: 'theirs' } } }]);
    device.write(keepMine(device.stored[0]!));
    await device.run();
    expect(server.entries.get(_id)?.content).toBe('mine, later');
  });

  it('waits longer after each failure, up to five minutes', () => {
    expect([1, 2, 3, 20].map(pauseAfter)).toEqual([2_000, 4_000, 8_000, 300_000]);
  });
});
