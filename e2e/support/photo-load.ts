import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { EntryDto } from '@inner-weather/contracts/journal/entries.dto';
import type { PhotoDto } from '@inner-weather/contracts/photos/photos.dto';
import type { Answer, Person, Problem } from './requests/api.js';
import { Ledger } from './ledger.js';
import { sendPhoto } from './photos.js';

/** Milliseconds between two attempts at one request, and after which it is given up. */
const RETRY_MS = 100;
const PATIENCE_MS = 60_000;
/** Of so many entries with a photo, one is deleted again. */
const DELETED_OF = 3;

/**
 * People who send a photo, write an entry with it, and delete some of these entries, one after the other. What has no
 * answer, or failed on our side, is sent again under the same Idempotency-Key, as the page does.
 */
export class PhotoLoad {
  /** Of entries with a photo, by their texts. */
  readonly ledger = new Ledger();
  /** Texts of entries whose deletion was acknowledged. */
  readonly deleted = new Set<string>();
  /** How often each sentence came with a 5xx. */
  readonly sentences = new Map<string, number>();
  private running = true;
  private readonly writers: Promise<void>[];

  constructor(readonly people: Person[]) {
    this.writers = people.map((person) => this.write(person));
    // Failures are told by `stop`.
    for (const writer of this.writers) writer.catch(() => undefined);
  }

  /** Stops new uploads, and waits for those in progress. Throws if one was refused for good. */
  async stop(): Promise<void> {
    this.running = false;
    await Promise.all(this.writers);
  }

  /** Resolves when so many more entries have been acknowledged. */
  async goesOn(by: number): Promise<void> {
    const [until, end] = [this.ledger.size + by, Date.now() + PATIENCE_MS];
    while (this.ledger.size < until) {
      if (Date.now() > end) throw new Error(`the load stands still; ${JSON.stringify([...this.sentences])}`);
      await pause(10);
    }
  }

  /** Every entry that is stored now, and its writer. */
  async entries(): Promise<{ person: Person; entry: EntryDto }[]> {
    const all = this.people.map(async (person) =>
      (await person.search()).body.map((entry) => ({ person, entry })),
    );
    return (await Promise.all(all)).flat();
  }

  private async write(person: Person): Promise<void> {
    const { email, location } = person.user;
    for (let n = 1; this.running; n += 1) {
      const content = `with a photo ${randomUUID()}`;
      const headers = { 'idempotency-key': randomUUID() };
      this.ledger.attempt(content);
      const photo = await this.answered<PhotoDto>([201], () => sendPhoto(person, undefined, headers));
      const entry = { email, location, content, weatherData: 'Sunny', photos: [photo._id] };
      const { _id } = await this.answered<EntryDto>([201], () =>
        person.request('POST', '/api/journal/new', { body: entry, headers }),
      );
      this.ledger.acknowledge(content);
      if (n % DELETED_OF > 0) continue;
      // 404: it was deleted by an attempt whose answer was lost.
      await this.answered([204, 404], () => person.request('DELETE', `/api/journal/delete/${_id}`));
      this.deleted.add(content);
    }
  }

  private async answered<T>(wanted: number[], send: () => Promise<Answer>): Promise<T> {
    const end = Date.now() + PATIENCE_MS;
    for (;;) {
      const answer = await send().catch(() => undefined);
      if (answer && wanted.includes(answer.status)) return answer.body as T;
      const { errors } = (answer?.body ?? {}) as Partial<Problem>;
      if (answer) this.note(errors?.[0]?.msg ?? `${answer.status} without a sentence`);
      const isOurs = !answer || answer.status >= 500;
      if (!isOurs || Date.now() > end) throw new Error(`given up: ${JSON.stringify(answer?.body)}`);
      await pause(RETRY_MS);
    }
  }

  private note(sentence: string): void {
    this.sentences.set(sentence, (this.sentences.get(sentence) ?? 0) + 1);
  }
}
