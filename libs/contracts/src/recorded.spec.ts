import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const RECORDED = resolve(import.meta.dirname, '../recorded');

interface AsyncApi {
  channels: Record<string, unknown>;
  components: { schemas: Record<string, Schema> };
}

interface Schema {
  properties: Record<string, unknown>;
  required?: string[];
}

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as AsyncApi;

/** What e2e/faults/versions.spec.ts shows with real messages, here as a rule about all of them. */
describe.each(readdirSync(RECORDED))('within a version only additions, since %s', (version) => {
  const before = read(resolve(RECORDED, version, 'asyncapi.json'));
  const now = read(resolve(RECORDED, '../asyncapi.json'));

  it('no event is gone', () => {
    expect(Object.keys(now.channels)).toEqual(expect.arrayContaining(Object.keys(before.channels)));
  });

  it.each(Object.keys(before.components.schemas))('%s', (name) => {
    const old = before.components.schemas[name]!;
    const { properties = {}, required = [] } = now.components.schemas[name] ?? {};
    // Stripped to what was known then, it is what was known then: a reader of that time finds nothing to refuse.
    expect(Object.fromEntries(Object.keys(old.properties).map((key) => [key, properties[key]]))).toEqual(
      old.properties,
    );
    // Nothing may be missing that could not, and nothing new is demanded: a writer of that time does not send it.
    expect(required.toSorted()).toEqual((old.required ?? []).toSorted());
  });
});
