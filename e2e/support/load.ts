import { randomUUID } from 'node:crypto';
import type { EntryDto } from '@inner-weather/contracts/journal/entries.dto';
import { eventually } from '@inner-weather/testing/eventually';
import type { Person } from './requests/api.js';
import { Ledger, type Outcome, reportOutcome } from './ledger.js';

/** Milliseconds between two attempts at one write, and after which a write is given up. */
const RETRY_MS = 100;
const PATIENCE_MS = 90_000;

/** Every way in which a request can fail. */
export type Refusals = Map<number, number>;

/**
 * Several people who write one entry after the other, as the page does: a write without an answer, or one that failed
 * on our side, is sent again under the same Idempotency-Key.
 */
export class Load {
  readonly ledger = new Ledger();
  /** How often each status other than success came; 0 stands for no answer at all. */
  readonly refusals: Refusals = new Map();
  /** The message of the last answer that was not a success. */
  private lastRefusal = '';
  /** Milliseconds from the first attempt to success. */
  readonly waits: number[] = [];
  private running = true;
  private readonly writers: Promise<void>[];

  constructor(
    private readonly people: Person[],
    private readonly pauseMs = 5,
  ) {
    this.writers = people.map((person) => this.write(person));
  }

  /** The refusals in words, '' when there was none. */
  get refused(): string {
    return [...this.refusals].map(([status, times]) => `${status || 'no answer'}: ${times}`).join(', ');
  }

  /** Stops new writes, and waits for those in progress. */
  async stop(): Promise<void> {
    this.running = false;
    await Promise.all(this.writers);
  }

  /** Resolves when this many writes have been acknowledged. */
  async reached(count: number, timeoutMs = 120_000): Promise<void> {
    const end = Date.now() + timeoutMs;
    while (this.ledger.size < count) {
      if (Date.now() > end) {
        const refused = this.refused || 'nothing';
        const last = this.lastRefusal && `; the last one: ${this.lastRefusal}`;
        throw new Error(
          `only ${this.ledger.size} of ${count} writes were acknowledged; refused: ${refused}${last}`,
        );
      }
      await pause(10);
    }
  }

  /** Every entry that is stored now. */
  async entries(): Promise<EntryDto[]> {
    const answers = await Promise.all(this.people.map((person) => person.search()));
    return answers.flatMap(({ body }) => body);
  }

  /** Ends it, and fails if an entry is lost, unexpected or there twice. The numbers are printed beside `what`. */
  async judge(what: string): Promise<Outcome> {
    await this.stop();
    // The way to a stack that was just disturbed may be cut once more.
    const entries = await eventually(() => this.entries(), { timeoutMs: 60_000, everyMs: 250 });
    const outcome = this.ledger.compare(entries.map(({ content }) => content));
    reportOutcome(what, outcome);
    return outcome;
  }

  /** Resolves when every entry has its weather. */
  async stamped(timeoutMs = 180_000): Promise<void> {
    const late = async () => (await this.entries()).filter(({ weatherStatus }) => weatherStatus !== 'ready');
    await eventually(async () => expect(await late()).toEqual([]), { timeoutMs, everyMs: 500 });
  }

  private async write(person: Person): Promise<void> {
    while (this.running) {
      const content = `written ${randomUUID()}`;
      const key = randomUUID();
      const began = Date.now();
      this.ledger.attempt(content);
      do {
        const status = await this.attempt(person, content, key);
        if (status === 201) {
          this.ledger.acknowledge(content);
          this.waits.push(Date.now() - began);
          break;
        }
        this.refusals.set(status, (this.refusals.get(status) ?? 0) + 1);
        await pause(RETRY_MS);
      } while (Date.now() - began < PATIENCE_MS);
      await pause(this.pauseMs);
    }
  }

  private async attempt(person: Person, content: string, key: string): Promise<number> {
    const { email } = person.user;
    // A new city for each entry, so that its weather has to be looked up.
    const location = `City ${content.slice(-12)}`;
    try {
      const { status, body } = await person.request('POST', '/api/journal/new', {
        body: { email, content, location },
        headers: { 'idempotency-key': key },
      });
      if (status !== 201) this.lastRefusal = JSON.stringify(body);
      return status;
    } catch {
      return 0;
    }
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
