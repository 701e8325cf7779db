import type { Language } from '@inner-weather/languages/languages';
import { eventually } from '@inner-weather/testing/eventually';
import { startFakeMail } from '@inner-weather/testing/fakes/mail';
import { Types } from 'mongoose';
import { aClient, aPerson, PASSWORD, startAuth } from './harness.js';

export const OTHER_PASSWORD = 'a better evening';

export const taken = { code: 'email_taken' };
export const noLink = {
  code: 'not_found',
  errors: [{ msg: expect.stringMatching(/^This link has expired/) }],
};
export const invalid = { code: 'invalid_credentials' };

export type AuthWithMail = Awaited<ReturnType<typeof startAuthWithMail>>;

/** An auth service that sends mail, the mailbox that gets it, and what people do with the links in it. */
export async function startAuthWithMail(settings: Parameters<typeof startAuth>[0] = {}) {
  const mail = await startFakeMail();
  const PUBLIC_URL = 'https://journal.example.org';
  const auth = await startAuth({ SMTP_URL: mail.url, PUBLIC_URL, ...settings });
  const mailsTo = (email: string) => mail.mails.filter(({ to }) => to.includes(email));
  /** The token in the mail number `count` to this address, which holds a link to this page and no other. */
  const tokenIn = async (email: string, count = 1, page = 'confirm-email'): Promise<string> => {
    await eventually(() => expect(mailsTo(email)).toHaveLength(count));
    const links =
      mailsTo(email)
        .at(-1)
        ?.text.match(/https?:\/\/\S+/g) ?? [];
    expect(links).toHaveLength(1);
    const link = new RegExp(`^https://journal\\.example\\.org/${page}#([\\w-]{43})$`).exec(links[0] ?? '');
    return link?.[1] ?? '';
  };
  const signUp = async (person = aPerson()) => ({
    person,
    ...(await auth.signUp(person)),
    token: await tokenIn(person.email),
  });
  const setUser = (userId: string, update: object) =>
    auth.users.updateOne({ _id: new Types.ObjectId(userId) }, update);
  return {
    auth,
    mailsTo,
    tokenIn,
    signUp,
    /** Opens a link in a browser that is signed in. */
    prove: (token: string, userId: string) =>
      auth.call('auth.prove-email', { token, userId, client: aClient() }),
    /** Opens a link in a browser that is not. */
    proveBy: (token: string, currentPassword: string) =>
      auth.call('auth.prove-email', { token, currentPassword, client: aClient() }),
    stateOf: (userId: string) => auth.call('auth.get-email-proof', { userId }),
    askForReset: (email: string) => auth.call('auth.request-reset', { email, client: aClient() }),
    reset: (token: string, password = OTHER_PASSWORD) => auth.resetPassword(token, password),
    begin: (userId: string) =>
      auth.call('auth.begin-second-factor', { userId, proof: { currentPassword: PASSWORD } }),
    setProved: (userId: string, email: string) => setUser(userId, { $set: { provedEmail: email } }),
    unsetProved: (userId: string) => setUser(userId, { $unset: { provedEmail: 1 } }),
    /** Creates an account without a requested proof. */
    signUpUnasked: async () => {
      const one = await signUp();
      await setUser(one.user.id, { $unset: { askedToProve: 1 } });
      return one;
    },
    setLanguage: (userId: string, language: Language) => setUser(userId, { $set: { language } }),
    refusals: () => mail.refusals(),
    refuseMail: (code?: number) => mail.refuse(code),
    takeMail: () => mail.take(),
    async stop(): Promise<void> {
      await auth.stop();
      await mail.close();
    },
  };
}
