import fc from 'fast-check';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { readdirSync, readFileSync } from 'node:fs';
import { EntryIndex } from '../../sameness';
import { ImportFailure, type Reading, ROLES, type Understood } from '../../understood';
import { folder, FOLDER, preparedOf, understoodOrFailure } from './samples';

/* Each sample, of every format, broken at random: it ends in entries or in a reason, whatever is in it. */

const RUNS = 10;

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
function brokenShape(original: unknown): fc.Arbitrary<unknown> {
  const paths = pathsOf(original);
  const change = fc.tuple(fc.constantFrom(...paths), fc.constantFrom('replace', 'remove', 'double'), ODD);
  return fc.array(change, { minLength: 1, maxLength: 8 }).map((changes) => {
    let value: unknown = structuredClone(original);
    for (const [path, kind, odd] of changes) value = changed(value, path, kind, odd);
    return value;
  });
}

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

/** The same text, cut off or with something else in one place. */
const brokenText = (original: string): fc.Arbitrary<string> =>
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

/** Any bytes behind a beginning by which a format is recognised. */
const brokenEnd = (original: Uint8Array): fc.Arbitrary<Uint8Array> =>
  fc
    .tuple(fc.nat(original.length), fc.uint8Array({ maxLength: 500 }))
    .map(([length, bytes]) => Uint8Array.of(...original.subarray(0, length), ...bytes));

/** In a backup of Daylio, what counts is encoded. */
const isEncoded = (path: string) => path.endsWith('backup.daylio');
const decoded = (path: string, bytes: Uint8Array) =>
  isEncoded(path) ? new Uint8Array(Buffer.from(strFromU8(bytes), 'base64')) : bytes;
const encoded = (path: string, bytes: Uint8Array) =>
  isEncoded(path) ? strToU8(Buffer.from(bytes).toString('base64')) : bytes;

function broken(path: string, bytes: Uint8Array): fc.Arbitrary<Uint8Array> {
  const plain = decoded(path, bytes);
  const text = strFromU8(plain);
  const kinds = [brokenText(text).map((odd) => strToU8(odd)), brokenEnd(plain)];
  try {
    const shape = brokenShape(JSON.parse(text)).map((value) => strToU8(JSON.stringify(value) ?? ''));
    // Most of what can be wrong with JSON is in its values.
    kinds.push(shape, shape, shape);
  } catch {
    // It is no JSON.
  }
  return fc.oneof(...kinds).map((odd) => encoded(path, odd));
}

/** The files of a ZIP, and of ZIPs in it. */
const filesIn = (zip: Uint8Array): Record<string, Uint8Array> =>
  Object.fromEntries(
    Object.entries(unzipSync(zip)).flatMap(([path, bytes]) =>
      path.endsWith('.zip') ? Object.entries(filesIn(bytes)) : [[path, bytes]],
    ),
  );

/** A sample of which one file is broken: by itself, in its ZIP, or in a folder. */
function brokenSample(name: string, whole: Uint8Array): fc.Arbitrary<File[]> {
  if (!/\.(zip|daylio|bear2bk)$/.test(name))
    return broken(name, whole).map((bytes) => [new File([new Uint8Array(bytes)], name)]);
  const files = filesIn(whole);
  const readable = Object.keys(files).filter((path) =>
    /\.(json|md|markdown|txt|csv|xml|html|daylio)$/.test(path),
  );
  const inZip = fc
    .constantFrom(...readable)
    .chain((path) => fc.tuple(fc.constant(path), broken(path, files[path]!), fc.boolean()))
    .map(([path, bytes, isFolder]) => {
      const odd = { ...files, [path]: bytes };
      if (!isFolder) return [new File([new Uint8Array(zipSync(odd, { level: 0 }))], name)];
      return folder(odd);
    });
  const zipItself = brokenEnd(whole).map((bytes) => [new File([new Uint8Array(bytes)], name)]);
  return fc.oneof({ weight: 9, arbitrary: inZip }, { weight: 1, arbitrary: zipItself });
}

/** The same, with the places of its measures as their ids, which are new in each reading. */
function withPlaces({ measures, entries, ...rest }: Understood): Understood {
  const places = new Map(measures?.map(({ _id }, place) => [_id, String(place)]));
  const placeOf = (id: string) => places.get(id) ?? id;
  const placed = (values: Record<string, number>) =>
    Object.fromEntries(Object.entries(values).map(([id, value]) => [placeOf(id), value]));
  return {
    ...rest,
    measures: measures?.map((measure) => ({ ...measure, _id: placeOf(measure._id) })),
    entries: entries.map((entry) => ({ ...entry, measures: entry.measures && placed(entry.measures) })),
  };
}

async function readOrFailure(files: File[], reading: Reading) {
  const result = await understoodOrFailure(files, reading);
  if (result instanceof ImportFailure) return result;
  const understood = withPlaces(result);
  return { understood, prepared: preparedOf(understood) };
}

const SAMPLES = [
  ...readdirSync(FOLDER)
    .filter((name) => !name.startsWith('hostile'))
    .map((name) => new File([readFileSync(FOLDER + name)], name)),
].map((file) => ({ name: file.name, file }));

it.each(SAMPLES)(
  '$name is read in the same way twice, with each entry once, or not at all for a reason',
  async ({ name, file }) => {
    const whole = new Uint8Array(await file.arrayBuffer());
    // What a person says of the columns counts for tables only.
    const roles = fc.option(fc.array(fc.constantFrom(null, ...ROLES), { maxLength: 12 }));
    await fc.assert(
      fc.asyncProperty(brokenSample(name, whole), roles, async (files, chosen) => {
        const reading = chosen ? { roles: chosen } : {};
        const first = await readOrFailure(files, reading);
        expect(await readOrFailure(files, reading)).toEqual(first);
        if (first instanceof ImportFailure) return;
        const { entries } = first.understood;
        for (const one of entries)
          expect(entries.filter((other) => new EntryIndex([other]).find(one) === 0)).toEqual([one]);
      }),
      { numRuns: RUNS },
    );
  },
);
