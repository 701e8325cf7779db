import fc from 'fast-check';
import { understand } from '../../understand';
import { ImportFailure, type Reading } from '../../understood';
import { preparedOf } from './samples';

/* Files of a format that were broken at random. */

const RUNS = 60;

/** Values of all types, with names that objects have from their prototype. */
const ODD: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(null, true, '', '\ud83d', '\0', '__proto__', 'constructor', [], {}, [[]], NaN, -1, 0.5),
  fc.constantFrom(8.64e15 + 1, -8.64e15, 1e308, 'x'.repeat(30_000), '<p>'.repeat(3_000), '2024-02-30'),
  fc.integer(),
  fc.string({ unit: 'binary' }),
  fc.constant(0).map(() => nested(200)),
);

function nested(depth: number): unknown {
  let value: unknown = [];
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}

/** The same value, in which some parts are replaced, removed or doubled. */
export function broken(original: unknown): fc.Arbitrary<unknown> {
  const paths = pathsOf(original);
  const change = fc.tuple(fc.constantFrom(...paths), fc.constantFrom('replace', 'remove', 'double'), ODD);
  return fc.array(change, { minLength: 1, maxLength: 4 }).map((changes) => {
    let value: unknown = structuredClone(original);
    for (const [path, kind, odd] of changes) value = changed(value, path, kind, odd);
    return value;
  });
}

/** The same text, cut off or with something else in one place. */
export const brokenText = (original: string): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.nat(original.length),
      fc.nat(20),
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('', '"', ';', '\n', '<![CDATA[', '&x;', '<', 'é"'),
      ),
    )
    .map(([at, length, odd]) => original.slice(0, at) + odd + original.slice(at + length));

type Path = (string | number)[];

function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([name, child]) => pathsOf(child, [...path, name]))];
}

function changed(value: unknown, [name, ...rest]: Path, kind: string, odd: unknown): unknown {
  if (name === undefined) return kind === 'replace' ? odd : value;
  if (typeof value !== 'object' || value === null) return value;
  const copy = (Array.isArray(value) ? Array.from<unknown>(value) : { ...value }) as Record<string, unknown>;
  if (rest.length > 0) copy[name] = changed(copy[name], rest, kind, odd);
  else if (kind === 'replace') copy[name] = odd;
  else if (kind === 'remove') delete copy[name];
  else if (Array.isArray(copy)) copy.push(copy[Number(name)]);
  return copy;
}

/** Whether files are read in the same way twice, with one id per entry, or not at all for a reason. */
export async function expectEntriesOrReason(files: File[], reading?: Reading): Promise<void> {
  const first = await readOrFailure(files, reading);
  if (first instanceof ImportFailure) return;
  const ids = first.understood.entries.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(await readOrFailure(files, reading)).toEqual(first);
}

async function readOrFailure(files: File[], reading?: Reading) {
  try {
    const understood = await understand(files, reading);
    return { understood, prepared: preparedOf(understood) };
  } catch (error) {
    if (error instanceof ImportFailure) return error;
    throw error;
  }
}

/** Checks many files, each made of a random value. */
export async function eachFile<T>(
  values: fc.Arbitrary<T>,
  filesOf: (value: T) => File[] | Promise<File[]>,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(values, async (value) => expectEntriesOrReason(await filesOf(value))),
    { numRuns: RUNS },
  );
}

/** Checks files of random bytes behind the beginning of a format. */
export const eachBytes = (start: string, name: string): Promise<void> =>
  eachFile(fc.uint8Array({ maxLength: 500 }), (bytes) => [new File([start, bytes], name)]);
