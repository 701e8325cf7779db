import { userOfToken } from './token';

const tokenWith = (contents: unknown) => `a.${Buffer.from(JSON.stringify(contents)).toString('base64url')}.c`;

describe('userOfToken', () => {
  it('reads the user, in any script, and nothing beside it', () => {
    const user = { id: '1', name: 'Zoë 雨', email: 'zoe@example.org', location: 'São Paulo' };
    expect(userOfToken(tokenWith({ user: { ...user, role: 'admin' }, iat: 1 }))).toEqual(user);
  });

  it.each([
    ['no dots', 'token'],
    ['no user', tokenWith({ iat: 1 })],
    ['no email', tokenWith({ user: { id: '1' } })],
  ])('refuses one with %s', (_, token) => {
    expect(() => userOfToken(token)).toThrow();
  });
});
