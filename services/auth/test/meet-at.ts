import { jest } from '@jest/globals';

type Method = (...args: never[]) => Promise<unknown>;

/**
 * Lets the next `count` calls of a method of a service go on together, once all of them have come. So requests race for
 * certain at the step that decides between them, on any machine.
 */
export function meetAt<Name extends string>(service: Record<Name, Method>, name: Name, count: number): void {
  const target = service as Record<string, Method>;
  const original = target[name]!.bind(service);
  let release!: () => void;
  const allHere = new Promise<void>((resolve) => (release = resolve));
  let arrived = 0;
  const spy = jest.spyOn(target, name).mockImplementation(async (...args) => {
    arrived += 1;
    if (arrived === count) {
      spy.mockRestore();
      release();
    }
    await allHere;
    return original(...args);
  });
}

/** Does something before, or after, the next call of a method of a service, as another request that comes in between. */
export function atNext<Name extends string>(
  service: Record<Name, Method>,
  name: Name,
  { before, after }: Partial<Record<'before' | 'after', () => Promise<unknown>>>,
): void {
  const target = service as Record<string, Method>;
  const original = target[name]!.bind(service);
  jest.spyOn(target, name).mockImplementationOnce(async (...args) => {
    await before?.();
    const answer = await original(...args);
    await after?.();
    return answer;
  });
}
