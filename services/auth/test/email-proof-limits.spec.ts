import { inspect } from 'node:util';
import { eventually } from '@inner-weather/testing/eventually';
import { startFakeMail } from '@inner-weather/testing/fakes/mail';
import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { stopClock } from './authenticator.js';
import { aPerson, PASSWORD, startAuth } from './harness.js';
import { invalid, OTHER_PASSWORD, taken } from './mailbox.js';

const client = { address: '192.0.2.1', userAgent: '' };

// No quarter of an hour, hour or day ends in the middle of a test.
beforeEach(() => stopClock(Date.now()));
afterEach(() => {
  jest.useRealTimers();
});

describe('mails to unproved addresses', () => {
  it('are few, whatever sends them; a person who asks for one more is told', async () => {
    const mail = await startFakeMail();
    const auth = await startAuth({ SMTP_URL: mail.url, PUBLIC_URL: 'http://localhost', RATE_LIMITS: 'on' });
    const { user } = await auth.signUp(aPerson());
    await auth.call('auth.request-reset', { email: user.email, client });
    await expect(auth.signUp(aPerson({ email: user.email }))).rejects.toMatchObject(taken);
    await eventually(() => expect(mail.mails).toHaveLength(3));
    const sendAgain = () => auth.call('auth.send-email-proof', { userId: user.id });
    await sendAgain();
    await sendAgain();
    await expect(sendAgain()).rejects.toMatchObject({ code: 'rate_limited' });
    expect(mail.mails).toHaveLength(5);
    await auth.counters.deleteMany({ _id: { $regex: '^reset-mail' } as never });
    for (let more = 1; more <= 5; more += 1) await sendAgain();
    await auth.counters.deleteMany({ _id: { $regex: '^reset-mail' } as never });
    await expect(sendAgain()).rejects.toMatchObject({ code: 'rate_limited' });
    mail.refuse();
    const log = jest.spyOn(Logger.prototype, 'error');
    const other = await auth.signUp(aPerson());
    await eventually(() => expect(log).toHaveBeenCalled());
    expect(inspect(log.mock.calls, { depth: null })).toContain('a mail could not be sent');
    expect(inspect(log.mock.calls, { depth: null })).not.toContain(other.user.email);
    log.mockRestore();
    await expect(auth.call('auth.send-email-proof', { userId: other.user.id })).rejects.toMatchObject({
      code: 'unavailable',
    });
    await auth.stop();
    await mail.close();
  });
});

describe('a login with a lost address', () => {
  it('gives no further guesses at the password of the account that proved it', async () => {
    const mail = await startFakeMail();
    const auth = await startAuth({
      SMTP_URL: mail.url,
      PUBLIC_URL: 'http://localhost',
      RATE_LIMITS: 'on',
      FAILED_LOGINS_PER_15_MIN: 3,
    });
    const eve = aPerson();
    await auth.signUp(eve);
    const owner = aPerson({ email: eve.email, password: OTHER_PASSWORD });
    await eventually(() => expect(mail.mails).toHaveLength(1));
    const [, emailProof = ''] = /#([\w-]{43})/.exec(mail.mails[0]?.text ?? '') ?? [];
    await auth.signUp({ ...owner, emailProof }, { address: '198.51.100.1' });
    const logIn = (password: string) =>
      auth.logIn({ email: eve.email, password }, { address: '203.0.113.1' });
    await expect(logIn('a guess')).rejects.toMatchObject(invalid);
    await expect(logIn(PASSWORD)).resolves.toBeDefined();
    await expect(logIn('a guess')).rejects.toMatchObject(invalid);
    await expect(logIn('a guess')).rejects.toMatchObject({ code: 'rate_limited' });
    await auth.stop();
    await mail.close();
  });
});
