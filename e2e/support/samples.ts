import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const FOLDER = resolve(import.meta.dirname, '../../web/samples');

/** A file of another app, from the samples of the importers. */
export const sample = (name: string): Buffer => readFileSync(resolve(FOLDER, name));
