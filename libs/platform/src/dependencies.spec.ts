import { Dependencies } from './dependencies.js';

describe('the dependencies of a process', () => {
  it('are unused until the first call, and remember the last failure after they work again', () => {
    const dependencies = new Dependencies();
    dependencies.declare('weather', 'open-meteo');
    dependencies.declare('mail', 'absent');
    expect(dependencies.list()).toEqual([
      { name: 'weather', state: 'unused', provider: 'open-meteo' },
      { name: 'mail', state: 'absent' },
    ]);
    dependencies.failed('weather', 'provider_refused');
    const failed = dependencies.list()[0];
    expect(failed).toEqual({
      name: 'weather',
      state: 'failing',
      provider: 'open-meteo',
      lastFailure: { code: 'provider_refused', at: expect.any(String) },
    });
    dependencies.succeeded('weather');
    expect(dependencies.list()[0]).toEqual({ ...failed, state: 'working' });
  });

  it.each([
    ['550 5.1.1 <ana@example.org>: no such user', '550 5.1.1 <…>: no such user'],
    [
      '{"endpoint":"https://push.example.org/x/gAAAAABmY0ZkQmFzZTY0dXJsLWtleQ_abc"}',
      '{"endpoint":"https:…"}',
    ],
    ['403 BadJwtToken\r\n\u0007 ', '403 BadJwtToken'],
    ['word '.repeat(100), 'word '.repeat(40)],
  ])('keep the reason of a failure without addresses and keys: %j', (answer, reason) => {
    const dependencies = new Dependencies();
    dependencies.failed('push', 'push_refused', { reason: answer });
    expect(dependencies.list()[0]?.lastFailure).toMatchObject({ code: 'push_refused', reason });
  });
});
