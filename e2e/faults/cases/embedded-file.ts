import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { eventually } from '@inner-weather/testing/eventually';
import { type Collection, ObjectId } from 'mongodb';
import { CLIENTS, type Embedded } from '../../support/embedded.js';
import { Ledger, reportOutcome } from '../../support/ledger.js';
import { isSoak } from '../../support/soak.js';

/** The number of times that it is killed, each time during some writes. */
const KILLS = isSoak ? 5 : 2;
const WRITES_BEFORE_KILL = 300;
/** Twice the limit that docs/encryption.md promises, since tests run beside others. */
const FORGOTTEN_MS = 60_000;

/** The length of a rewrite that is made slow: ten times as long a pause after it would be longer than that limit. */
const LONG_REWRITE_MS = 3_500;

interface Account {
  _id: ObjectId | string;
  email: string;
  removeAt?: Date;
}

/** The file of the embedded database must contain every acknowledged write and no removed data. */
export const embeddedFile = (embedded: Embedded) =>
  describe('the file of the embedded database', () => {
    let accounts: Collection<Account>;
    const connect = () => (accounts = embedded.diary.collection<Account>('accounts'));

    beforeAll(async () => {
      connect();
      await accounts.createIndex({ email: 1 }, { unique: true });
    });

    const commits = async (): Promise<number> => {
      const { dur } = (await embedded.client.db('admin').command({ serverStatus: 1 })) as {
        dur?: { commits: number };
      };
      return Number(dur?.commits);
    };

    const newAccount = (): Account => {
      const _id = new ObjectId();
      return { _id, email: `${_id.toHexString()}@example.org` };
    };

    it('has every write that was acknowledged, whole, when it is killed under load', async () => {
      const ledger = new Ledger();
      for (let kill = 0; kill < KILLS; kill += 1) {
        let running = true;
        const writers = Array.from({ length: CLIENTS }, async () => {
          while (running) {
            const account = newAccount();
            ledger.attempt(account.email);
            try {
              await accounts.insertOne(account);
              ledger.acknowledge(account.email);
            } catch {
              running = false;
            }
          }
        });
        await eventually(() => expect(ledger.size).toBeGreaterThan((kill + 1) * WRITES_BEFORE_KILL), {
          timeoutMs: 60_000,
          everyMs: 5,
        });
        const { child } = embedded.database;
        child.kill('SIGKILL');
        await Promise.all([...writers, child.exited()]);
        await embedded.client.close();
        await embedded.start();
        connect();
      }
      const stored = await accounts.find().toArray();
      reportOutcome('embedded database killed under load', ledger.compare(stored.map(({ email }) => email)));
      // Neither a document without its place in the index, nor a place without its document.
      for (const { _id, email } of stored.slice(-WRITES_BEFORE_KILL)) {
        expect(await accounts.findOne({ email })).toEqual({ _id, email });
      }
    });

    it('has each write on the disk before it is answered, and one sync for all that wait', async () => {
      // Opens all connections, so that none of the writes that are counted waits for one.
      await Promise.all(Array.from({ length: CLIENTS }, () => accounts.insertOne(newAccount())));
      const before = await commits();
      for (let write = 0; write < 5; write += 1) await accounts.insertOne(newAccount());
      const alone = (await commits()) - before;
      expect(alone).toBeGreaterThanOrEqual(5);

      await Promise.all(
        Array.from({ length: CLIENTS }, async () => {
          for (let write = 0; write < 5; write += 1) await accounts.insertOne(newAccount());
        }),
      );
      const together = (await commits()) - before - alone;
      expect(together).toBeGreaterThanOrEqual(5);
      expect(together).toBeLessThan((CLIENTS * 5) / 2);
    });

    it('has no email of a hundred deleted accounts half a minute later, in whatever page it was', async () => {
      const kept = await accounts.countDocuments();
      const deleted = Array.from({ length: 100 }, newAccount);
      // Emails are keys of an index, and ids of counters.
      const counters = embedded.diary.collection<Account>('counters');
      for (const account of deleted) {
        await accounts.insertMany([account, newAccount()]);
        await counters.insertMany([
          { _id: `login:${account.email}`, email: '' },
          { _id: `login:${new ObjectId().toHexString()}`, email: '' },
        ]);
      }
      await eventually(() => expect(emailsOnDisk(deleted)).toHaveLength(deleted.length));
      // An open cursor does not keep them in the file, and can still be read to its end.
      const reader = accounts.find({}, { batchSize: 2 });
      await reader.next();
      for (const { _id, email } of deleted) {
        await accounts.deleteOne({ _id });
        await counters.deleteOne({ _id: `login:${email}` });
      }
      await eventually(() => expect(emailsOnDisk(deleted)).toEqual([]), {
        timeoutMs: FORGOTTEN_MS,
        everyMs: 500,
      });
      expect(await accounts.countDocuments()).toBe(kept + deleted.length);
      expect(await reader.toArray()).toHaveLength(kept + 2 * deleted.length - 1);

      // What became a tombstone is forgotten as what was removed.
      const account = newAccount();
      await accounts.insertOne(account);
      await untilForgotten();
      await accounts.updateOne(
        { _id: account._id },
        { $set: { email: 'deleted one', removeAt: new Date() } },
      );
      expect(isMarked()).toBe(true);
    });

    /**
     * Stops the database during a rewrite of its file, and returns the account whose deletion caused the rewrite. A short
     * rewrite can end before it is seen, so this tries again.
     */
    const stopInRewrite = (): Promise<Account> => {
      const { home, child } = embedded.database;
      const isRewriting = () => readdirSync(home).some((file) => file.endsWith('.copy'));
      return eventually(
        async () => {
          const account = newAccount();
          await accounts.insertOne(account);
          await eventually(() => expect(emailsOnDisk([account])).toHaveLength(1));
          await accounts.deleteOne({ _id: account._id });
          await eventually(() => expect(isRewriting() || !isMarked()).toBe(true), {
            timeoutMs: FORGOTTEN_MS,
            everyMs: 1,
          });
          child.kill('SIGSTOP');
          if (isRewriting()) return account;
          child.kill('SIGCONT');
          throw new Error('The rewrite was over');
        },
        { timeoutMs: 2 * FORGOTTEN_MS },
      );
    };

    it('has no email of a deleted account half a minute later, also where the rewrite before took long', async () => {
      const { child } = embedded.database;
      const second = newAccount();
      await accounts.insertOne(second);
      const first = await stopInRewrite();
      await setTimeout(LONG_REWRITE_MS);
      child.kill('SIGCONT');
      await accounts.deleteOne({ _id: second._id });
      await eventually(() => expect(emailsOnDisk([first, second])).toEqual([]), {
        timeoutMs: FORGOTTEN_MS,
        everyMs: 500,
      });
    });

    it('keeps no unfinished copy where there is no space for a whole one, and forgets when there is', async () => {
      const { home } = embedded.database;
      const ballast = embedded.diary.collection('ballast');
      await ballast.insertMany(Array.from({ length: 30 }, () => ({ bytes: Buffer.alloc(1024 * 1024) })));
      const account = newAccount();
      await accounts.insertOne(account);
      await untilForgotten();
      const tombstone = { email: 'deleted another', removeAt: new Date() };
      await accounts.replaceOne({ _id: account._id }, tombstone);
      // From now on the file is written once more, also after a kill.
      expect(isMarked()).toBe(true);
      embedded.database.child.kill('SIGKILL');
      await embedded.database.child.exited();
      await embedded.client.close();

      await withSmallFiles(() => embedded.start());
      expect(readdirSync(home).filter((file) => file.endsWith('.copy'))).toEqual([]);
      expect(isMarked()).toBe(true);
      connect();
      expect(await embedded.diary.collection('ballast').countDocuments()).toBe(30);
      await embedded.stop();
      await embedded.start();
      connect();
      expect(isMarked()).toBe(false);
      expect(emailsOnDisk([account])).toEqual([]);
      expect(await accounts.findOne({ _id: account._id })).toMatchObject(tombstone);
      await embedded.diary.collection('ballast').drop();
    });

    /** Whether something that was removed may still be in the file. */
    const isMarked = (): boolean =>
      readdirSync(embedded.database.home).some((file) => file.endsWith('.removed'));

    const untilForgotten = () =>
      eventually(() => expect(isMarked()).toBe(false), { timeoutMs: FORGOTTEN_MS, everyMs: 100 });

    function emailsOnDisk(deleted: Account[]): string[] {
      const { home } = embedded.database;
      const files = readdirSync(home).map((file) => readFileSync(join(home, file)));
      return deleted
        .map(({ email }) => email)
        .filter((email) => files.some((bytes) => bytes.includes(email)));
    }
  });

/** Java writes at most 8 MB into a file that is opened meanwhile: a copy fails halfway, as on a full disk. */
async function withSmallFiles(start: () => Promise<void>): Promise<void> {
  const bin = mkdtempSync(join(tmpdir(), 'inner-weather-java-'));
  const { PATH } = process.env;
  const java = execFileSync('which', ['java'], { encoding: 'utf8' }).trim();
  writeFileSync(join(bin, 'java'), `#!/bin/bash\nulimit -f 8192\nexec ${java} "$@"\n`, { mode: 0o755 });
  process.env.PATH = `${bin}:${PATH}`;
  try {
    await start();
  } finally {
    process.env.PATH = PATH;
    rmSync(bin, { recursive: true });
  }
}
