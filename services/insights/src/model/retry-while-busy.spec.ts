import { ModelError, modelRefused } from './insight-model.js';
import { retryWhileBusy, ServerBusy } from './retry-while-busy.js';

const SECOND = 1_000;

/** Fails with each of these errors in turn, then answers. Records when each request came, in milliseconds. */
function server(...failures: Error[]) {
  const start = Date.now();
  const requestTimes: number[] = [];
  const ask = () => {
    requestTimes.push(Date.now() - start);
    const failure = failures.shift();
    return failure ? Promise.reject(failure) : Promise.resolve('answer');
  };
  return { ask, requestTimes };
}

/** Calls with this time limit in milliseconds, and returns the error of a failing call. */
const wait = (ask: () => Promise<string>, timeMs: number, signal = new AbortController().signal) =>
  retryWhileBusy(ask, Date.now() + timeMs, signal).catch((error: unknown) => error);

describe('retryWhileBusy', () => {
  it('waits for the delay of a busy server each time, and for a moment if it asks for none', async () => {
    const { ask, requestTimes } = server(new ServerBusy('429', 900), new ServerBusy('503', 0));
    expect(await wait(ask, 60 * SECOND)).toBe('answer');
    expect(requestTimes).toHaveLength(3);
    expect(requestTimes[1]).toBeGreaterThanOrEqual(895);
    expect(requestTimes[2]! - requestTimes[1]!).toBeGreaterThanOrEqual(495);
  });

  it('leaves the retry to the caller if the server names no delay', async () => {
    const { ask, requestTimes } = server(new ServerBusy('status 503'));
    expect(await wait(ask, 60 * SECOND)).toMatchObject({
      code: 'model_unavailable',
      mayPass: true,
      detail: 'status 503',
    });
    expect(requestTimes).toHaveLength(1);
  });

  it.each([
    [60, 'a minute'],
    [61, '2 minutes'],
    [90 * 60, '90 minutes'],
    [5 * 3600, '5 hours'],
  ])('does not ask a server again that wants %d s, and says when to come back', async (seconds, when) => {
    const { ask, requestTimes } = server(new ServerBusy('429', seconds * SECOND));
    const error = await wait(ask, 60 * SECOND);
    expect(error).toBeInstanceOf(ModelError);
    expect(error).toMatchObject({ code: 'model_unavailable', mayPass: false });
    expect((error as Error).message).toContain(`again in about ${when}.`);
    expect(requestTimes).toHaveLength(1);
  });

  it('stops if the delays together exceed the time limit', async () => {
    const { ask, requestTimes } = server(new ServerBusy('429', 700), new ServerBusy('429', 700));
    expect(await wait(ask, SECOND)).toMatchObject({ code: 'model_unavailable', mayPass: false });
    expect(requestTimes).toHaveLength(2);
  });

  it('rethrows other errors', async () => {
    const refusal = modelRefused('A_KEY', 'status 403');
    expect(await wait(server(refusal).ask, SECOND)).toBe(refusal);
  });

  it('gives up at once when the caller has stopped waiting', async () => {
    const { ask, requestTimes } = server(new ServerBusy('429', 30 * SECOND));
    expect(await wait(ask, 60 * SECOND, AbortSignal.timeout(50))).toBeInstanceOf(ModelError);
    expect(requestTimes).toHaveLength(1);
  });
});
