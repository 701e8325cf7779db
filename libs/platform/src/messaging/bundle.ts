import type { ConsumeMessage, Options } from 'amqplib';

/*
 * Several messages in one, each whole, as it would have been alone: docs/decisions/0015-bundles.md. The body is a line of
 * JSON, which lists the properties and the length in bytes of each message, and then their bodies one after the other.
 */

/** A message before it is sent. */
export interface Part {
  properties: Options.Publish;
  body: Buffer;
}

type Listed = [properties: Options.Publish, length: number];

/** How many messages a Batcher puts into one bundle. A longer message than this goes alone, as it is. */
export const BUNDLE_MAX = {
  maxItems: 100,
  maxBytes: 100_000,
  bytesOf: ({ body }: { body: Buffer }) => body.length,
};

export const BUNDLE_TYPE = 'application/x-inner-weather-bundle';

const LINE_END = 10;

/** The message that holds these. */
export function bundleOf(parts: Part[]): Part {
  const list = parts.map(({ properties, body }): Listed => [properties, body.length]);
  return {
    properties: { contentType: BUNDLE_TYPE },
    body: Buffer.concat([Buffer.from(`${JSON.stringify(list)}\n`), ...parts.map(({ body }) => body)]),
  };
}

export function isBundle({ properties }: ConsumeMessage): boolean {
  return properties.contentType === BUNDLE_TYPE;
}

/** The messages of a bundle; undefined where it cannot be read. */
export function takeApart(bundle: ConsumeMessage): ConsumeMessage[] | undefined {
  try {
    return partsOf(bundle);
  } catch {
    return undefined;
  }
}

function partsOf(bundle: ConsumeMessage): ConsumeMessage[] {
  let at = bundle.content.indexOf(LINE_END) + 1;
  const list = JSON.parse(bundle.content.toString('utf8', 0, at)) as Listed[];
  const { fields } = bundle;
  return list.map(([properties, length]) => {
    if (!Number.isInteger(length) || at + length > bundle.content.length)
      throw new RangeError('a part is missing');
    const content = bundle.content.subarray(at, (at += length));
    return { fields, content, properties: { headers: {}, ...properties } as ConsumeMessage['properties'] };
  });
}
