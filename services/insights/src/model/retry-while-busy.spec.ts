import { ModelError, modelRefused } from './insight-model.js';
import { retryWhileBusy, ServerBusy } from './retry-while-busy.js';

const SECOND = 1_000;

/** Fails with each of these in turn, then answers; tells when it was asked, in milliseconds from the start. */
function server(...failures: Error[]) {
  const start = Date.now();
  const askedAt: number[] = [];
  const ask = () => {
    askedAt.push(Date.now() - start);
    const failure = failures.shift();
    return failure ? Promise.reject(failure) : Promise.resolve('answer');
  };
  return { ask, askedAt };
}

/** Asks with this many milliseconds of time; answers with the error of a call that fails. */
const wait = (ask: () => Promise<string>, timeMs: number, signal = new AbortController().signal) =>
  retryWhileBusy(ask, Date.now() + timeMs, signal).catch((error: unknown) => error);

describe('retryWhileBusy', () => {
  it('waits as long as a busy server wants, as often as it is busy', async () => {
    const { ask, askedAt } = server(new ServerBusy('429', 900), new ServerBusy('503', 600));
    expect(await wait(ask, 60 * SECOND)).toBe('answer');
    expect(askedAt).toHaveLength(3);
    expect(askedAt[1]).toBeGreaterThanOrEqual(895);
    expect(askedAt[2]! - askedAt[1]!).toBeGreaterThanOrEqual(595);
  });

  it('pauses even for a server that wants no pause', async () => {
    const { ask, askedAt } = server(new ServerBusy('429', 0));
    expect(await wait(ask, 60 * SECOND)).toBe('answer');
    expect(askedAt[1]).toBeGreaterThanOrEqual(495);
  });

  it('leaves a server that names no time to the next attempt', async () => {
    const { ask, askedAt } = server(new ServerBusy('status 503'));
    expect(await wait(ask, 60 * SECOND)).toMatchObject({
      code: 'model_unavailable',
      mayPass: true,
      detail: 'status 503',
    });
    expect(askedAt).toHaveLength(1);
  });

  it.each([
    [60, 'a minute'],
    [61, '2 minutes'],
    [90 * 60, '90 minutes'],
    [5 * 3600, '5 hours'],
  ])('does not ask a server again that wants %d s, and says when to come back', async (seconds, when) => {
    const { ask, askedAt } = server(new ServerBusy('429', seconds * SECOND));
    const error = await wait(ask, 60 * SECOND);
    expect(error).toBeInstanceOf(ModelError);
    expect(error).toMatchObject({ code: 'model_unavailable', mayPass: false });
    expect((error as Error).message).toContain(`again in about ${when}.`);
    expect(askedAt).toHaveLength(1);
  });

  it('does not ask again where the waits together would take too long', async () => {
    const { ask, askedAt } = server(new ServerBusy('429', 700), new ServerBusy('429', 700));
    expect(await wait(ask, SECOND)).toMatchObject({ code: 'model_unavailable', mayPass: false });
    expect(askedAt).toHaveLength(2);
  });

  it('passes other failures on as they are', async () => {
    const refused = modelRefused('A_KEY', 'status 403');
    expect(await wait(server(refused).ask, SECOND)).toBe(refused);
  });

  it('gives up at once when the caller has stopped waiting', async () => {
    const { ask, askedAt } = server(new ServerBusy('429', 30 * SECOND));
    expect(await wait(ask, 60 * SECOND, AbortSignal.timeout(50))).toBeInstanceOf(ModelError);
    expect(askedAt).toHaveLength(1);
  });
});
