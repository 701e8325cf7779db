import { isCommonPassword } from './new-password.js';

// ASVS 6.1.2, 6.2.11
describe('isCommonPassword', () => {
  it.each(['password', 'PassWord', '12345678', 'qwertyuiop', 'iloveyou', 'password123', 'football1'])(
    'knows %s',
    (password) => {
      expect(isCommonPassword(password)).toBe(true);
    },
  );

  it.each(['InnerWeather', 'inner-weather-2026!', 'My Diary 123', '12journal34', 'the mood diary'])(
    'knows %s, which is made of what this product is called',
    (password) => {
      expect(isCommonPassword(password)).toBe(true);
    },
  );

  it.each([
    'a long evening walk',
    'password of the river',
    'my diary under the bed',
    'дневник weather',
    'constructor',
    '__proto__',
    '',
  ])('does not know %j', (password) => {
    expect(isCommonPassword(password)).toBe(false);
  });
});
