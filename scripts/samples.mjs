import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { say } from '../deploy/local/log.mjs';
import { DRAWN } from '../web/src/features/import/understand/formats/specs/drawn/drawn.mjs';

/*
 * `npm run samples`: writes the samples of exports that no app of ours could make, such as Apple Journal's, into
 * web/samples. Every run writes the same bytes.
 */

const FOLDER = resolve(import.meta.dirname, '../web/samples');

for (const file of DRAWN()) {
  await writeFile(resolve(FOLDER, file.name), new Uint8Array(await file.arrayBuffer()));
  say(`written: web/samples/${file.name}`);
}
