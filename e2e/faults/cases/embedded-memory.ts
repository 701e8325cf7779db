import { join } from 'node:path';
import { createBackup } from '@inner-weather/platform/backup/backup';
import { Embedded } from '../../support/embedded.js';

/** MiB. */
const HEAP = 48;
const DOCUMENT_BYTES = 20_000;
const DOCUMENTS = (2 * HEAP * 1024 * 1024) / DOCUMENT_BYTES;
const INSERTED = 100;

/** A journal grows for years, and the memory of the database does not. */
export const embeddedMemory = () =>
  describe('a journal that is larger than the memory of the embedded database', () => {
    const embedded = new Embedded(HEAP);

    beforeAll(() => embedded.start());

    afterAll(async () => {
      await embedded.stop();
      embedded.remove();
    });

    it('is saved in a backup', async () => {
      const journal = embedded.client.db('large_journal');
      const entries = journal.collection<{ content: Buffer }>('entries');
      for (let count = 0; count < DOCUMENTS; count += INSERTED)
        await entries.insertMany(
          Array.from({ length: INSERTED }, () => ({ content: Buffer.alloc(DOCUMENT_BYTES, 'text') })),
        );
      const documents = await entries.countDocuments();
      const folder = join(embedded.database.home, 'backup');
      const saved = await createBackup(embedded.client, {
        folder,
        databases: [journal.databaseName],
        keyFiles: undefined,
      });
      expect(saved.collections).toMatchObject([{ collection: 'entries', documents }]);
    }, 120_000);
  });
