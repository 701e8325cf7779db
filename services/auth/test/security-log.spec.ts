import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { stopClock } from './authenticator.js';
import { aPerson, PASSWORD, startAuth } from './harness.js';

// No window of a limit ends between two logins.
stopClock(Date.now());
const auth = await startAuth({ RATE_LIMITS: 'on', FAILED_LOGINS_PER_15_MIN: 1 });

afterAll(async () => {
  jest.useRealTimers();
  await auth.stop();
});

// ASVS 16.3.1
describe('the log of security events', () => {
  const log = jest.spyOn(Logger.prototype, 'log');
  const warn = jest.spyOn(Logger.prototype, 'warn');

  const isEvent = (line: unknown) => (line as { msg?: string }).msg === 'security event';
  const loggedEvents = () =>
    [...log.mock.calls, ...warn.mock.calls].map(([line]) => line as unknown).filter(isEvent);

  beforeEach(() => {
    log.mockClear();
    warn.mockClear();
  });

  it('tells who came in, who did not and who was sent away, and never what was typed', async () => {
    const person = aPerson({});
    const { user } = await auth.signUp(person);
    await auth.logIn(person);
    const wrong = { email: person.email, password: 'a wrong evening' };
    await expect(auth.logIn(wrong)).rejects.toMatchObject({ code: 'invalid_credentials' });
    await expect(auth.logIn(wrong)).rejects.toMatchObject({ code: 'rate_limited' });
    expect(loggedEvents()).toMatchObject([
      { event: 'auth.sign-up', outcome: 'ok', userId: user.id },
      { event: 'auth.log-in', outcome: 'ok', userId: user.id },
      { event: 'auth.log-in', outcome: 'invalid_credentials', userId: undefined },
      { event: 'auth.log-in', outcome: 'rate_limited', userId: undefined },
    ]);
    const text = JSON.stringify(loggedEvents());
    for (const secretText of [person.email, person.firstName, person.password, wrong.password])
      expect(text).not.toContain(secretText);
  });

  it('tells of no text from an address or a request, only of ids of ours', async () => {
    const { user, cookie } = await auth.signUp(aPerson({}));
    const { user: eve } = await auth.signUp(aPerson({}));
    log.mockClear();
    const [sessionId = ''] = cookie.split('.');
    const texts = [
      'I was at the clinic',
      'ana@example.org',
      'a'.repeat(24),
      randomUUID(),
      sessionId.toUpperCase(),
    ];
    for (const text of texts) {
      const end = auth.call('auth.end-session', { userId: user.id, sessionId: text });
      await expect(end).rejects.toMatchObject({ code: 'not_found' });
    }
    // What is not even a text: interceptors see it before it is validated.
    await expect(
      auth.callWith('auth.end-session', { userId: ['words'], sessionId: { words: 1 } }),
    ).rejects.toMatchObject({ code: 'validation_failed' });
    // A session of another account is not hers to see.
    const others = auth.call('auth.end-session', { userId: eve.id, sessionId });
    await expect(others).rejects.toMatchObject({ code: 'not_found' });
    const refused = loggedEvents();
    expect(refused).toHaveLength(texts.length + 2);
    for (const line of refused) expect(line).toMatchObject({ sessionId: undefined });
    // Ids of ours are random, so they may have `aaaa` in them.
    const logged = JSON.stringify(refused).replaceAll(user.id, '').replaceAll(eve.id, '');
    expect(logged).not.toMatch(/clinic|example|words|aaaa/);
    await auth.call('auth.end-session', { userId: user.id, sessionId });
    expect(loggedEvents().find((line) => (line as { outcome: string }).outcome === 'ok')).toMatchObject({
      userId: user.id,
      sessionId,
    });
  });

  it('tells of new and revoked access tokens, and of neither their text nor their name nor their use', async () => {
    const { user } = await auth.signUp(aPerson({}));
    const userId = user.id;
    const create = (currentPassword: string) =>
      auth.call('auth.create-access-token', {
        userId,
        token: { name: 'Clinic backup', scopes: ['entries:read'], currentPassword },
      });
    log.mockClear();
    const { token, id } = await create(PASSWORD);
    await auth.call('auth.get-access-token-grant', { token });
    await auth.call('auth.revoke-access-token', { userId, accessTokenId: id });
    await expect(create('a wrong evening')).rejects.toMatchObject({ code: 'invalid_credentials' });
    expect(loggedEvents()).toMatchObject([
      { event: 'auth.create-access-token', outcome: 'ok', userId },
      { event: 'auth.revoke-access-token', outcome: 'ok', userId },
      { event: 'auth.create-access-token', outcome: 'invalid_credentials', userId },
    ]);
    expect(JSON.stringify([...log.mock.calls, ...warn.mock.calls])).not.toMatch(/iw_|Clinic/);
  });

  it('tells of changes and refusals by who asked, and of no reads', async () => {
    const { user } = await auth.signUp(aPerson({}));
    log.mockClear();
    await auth.call('auth.get-user', { userId: user.id });
    await expect(auth.call('auth.invite', { userId: user.id })).rejects.toMatchObject({ code: 'forbidden' });
    await auth.remove(user.id);
    expect(loggedEvents()).toMatchObject([
      { event: 'auth.delete-user', outcome: 'ok', userId: user.id },
      { event: 'auth.invite', outcome: 'forbidden', userId: user.id },
    ]);
  });
});
