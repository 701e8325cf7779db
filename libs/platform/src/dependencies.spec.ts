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
});
