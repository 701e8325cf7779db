import { isCommonPassword } from './common-passwords.js';

describe('isCommonPassword', () => {
  it.each(['password', 'PassWord', '12345678', 'qwertyuiop', 'iloveyou', 'password123', 'football1'])(
    'knows %s',
    (password) => {
      expect(isCommonPassword(password)).toBe(true);
    },
  );

  it.each(['a long evening walk', 'password of the river', 'constructor', '__proto__', ''])(
    'does not know %j',
    (password) => {
      expect(isCommonPassword(password)).toBe(false);
    },
  );
});
