import { isRecord } from './reading';
import type { Bundle, BundleFile } from '../format';
import { ImportFailure } from '../understood';

/** Items that are looked at to tell a format. */
const ITEMS = 20;

/**
 * The one file whose JSON is a list of objects that have all of these fields, alone or in a ZIP or a folder.
 * @param isItem a closer look at an object; one of the first items must pass
 * @throws ImportFailure if there are several
 */
export async function listIn(
  { files, isSingle }: Bundle,
  fields: readonly string[],
  isItem: (item: Record<string, unknown>) => boolean = () => true,
): Promise<{ file: BundleFile; items: unknown[] } | undefined> {
  let found: { file: BundleFile; items: unknown[] } | undefined;
  for (const file of files.filter(({ path }) => isSingle || /\.json$/i.test(path)).slice(0, ITEMS)) {
    const start = await file.start();
    if (!start.trimStart().startsWith('[') || !fields.every((field) => start.includes(`"${field}"`)))
      continue;
    const items = await file.json();
    if (!Array.isArray(items)) continue;
    const isOne = (item: unknown) =>
      isRecord(item) && fields.every((field) => Object.hasOwn(item, field)) && isItem(item);
    if (!items.slice(0, ITEMS).some(isOne)) continue;
    if (found) throw new ImportFailure('several-exports');
    found = { file, items };
  }
  return found;
}
