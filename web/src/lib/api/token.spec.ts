import { userOfToken } from './token';

const tokenWith = (contents: unknown) => `a.${Buffer.from(JSON.stringify(contents)).toString('base64url')}.c`;

// Contract: 4 the user is read from the token
describe('userOfToken', () => {
  it('reads only the user, in any script', () => {
    const user = { id: '1', name: 'Zoë 雨', email: 'zoe@example.org', location: 'São Paulo' };
    expect(userOfToken(tokenWith({ user: { ...user, role: 'admin' }, iat: 1 }))).toEqual(user);
  });

  it('reads the place, the time zone and the language, and ignores values of the wrong type', () => {
    const user = { id: '1', name: 'Zoë', email: 'zoe@example.org', location: 'Porto' };
    const settings = { place: 'geo:41.15,-8.61', timeZone: 'Asia/Kolkata', dayEndsAt: 3, language: 'pt-BR' };
    expect(userOfToken(tokenWith({ user: { ...user, ...settings } }))).toEqual({ ...user, ...settings });
    expect(
      userOfToken(
        tokenWith({ user: { ...user, place: { a: 1 }, timeZone: 7, dayEndsAt: 5, language: 'pt' } }),
      ),
    ).toEqual(user);
  });

  it.each([
    ['no dots', 'token'],
    ['no user', tokenWith({ iat: 1 })],
    ['no email', tokenWith({ user: { id: '1' } })],
  ])('refuses one with %s', (_, token) => {
    expect(() => userOfToken(token)).toThrow();
  });
});
