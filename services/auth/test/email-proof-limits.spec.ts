import { inspect } from 'node:util';
import { eventually } from '@inner-weather/testing/eventually';
import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { stopClock } from './authenticator.js';
import { aPerson, outcomeOf, PASSWORD } from './harness.js';
import { invalid, OTHER_PASSWORD, startAuthWithMail, taken } from './mailbox.js';

const { auth, mailsTo, signUp, askForReset, refuseMail, takeMail, stop } = await startAuthWithMail({
  RATE_LIMITS: 'on',
  FAILED_LOGINS_PER_15_MIN: 3,
});

// No quarter of an hour, hour or day ends in the middle of a test.
beforeEach(() => stopClock(Date.now()));
afterEach(() => {
  takeMail();
  jest.useRealTimers();
});

afterAll(() => stop());

describe('mails to unproved addresses', () => {
  it('are few, whatever sends them; a person who asks for one more is told', async () => {
    const { user } = await auth.signUp(aPerson());
    await askForReset(user.email);
    await expect(auth.signUp(aPerson({ email: user.email }))).rejects.toMatchObject(taken);
    await eventually(() => expect(mailsTo(user.email)).toHaveLength(3));
    const sendAgain = () => auth.call('auth.send-email-proof', { userId: user.id });
    await sendAgain();
    await sendAgain();
    await expect(sendAgain()).rejects.toMatchObject({ code: 'rate_limited' });
    expect(mailsTo(user.email)).toHaveLength(5);
    await auth.counters.deleteMany({ _id: { $regex: '^reset-mail' } as never });
    for (let more = 1; more <= 5; more += 1) await sendAgain();
    await auth.counters.deleteMany({ _id: { $regex: '^reset-mail' } as never });
    await expect(sendAgain()).rejects.toMatchObject({ code: 'rate_limited' });
    refuseMail();
    const log = jest.spyOn(Logger.prototype, 'error');
    const other = await auth.signUp(aPerson());
    await eventually(() => expect(log).toHaveBeenCalled());
    expect(inspect(log.mock.calls, { depth: null })).toContain('a mail could not be sent');
    expect(inspect(log.mock.calls, { depth: null })).not.toContain(other.user.email);
    log.mockRestore();
    expect(await outcomeOf(auth.call('auth.send-email-proof', { userId: other.user.id }))).toBe(
      'unavailable',
    );
  });
});

describe('a login with a lost address', () => {
  it('gives no further guesses at the password of the account that proved it', async () => {
    const { person: eve, token } = await signUp();
    const owner = aPerson({ email: eve.email, password: OTHER_PASSWORD });
    await auth.signUp({ ...owner, emailProof: token }, { address: '198.51.100.1' });
    const logIn = (password: string) =>
      auth.logIn({ email: eve.email, password }, { address: '203.0.113.1' });
    await expect(logIn('a guess')).rejects.toMatchObject(invalid);
    await expect(logIn(PASSWORD)).resolves.toBeDefined();
    await expect(logIn('a guess')).rejects.toMatchObject(invalid);
    await expect(logIn('a guess')).rejects.toMatchObject({ code: 'rate_limited' });
  });
});
