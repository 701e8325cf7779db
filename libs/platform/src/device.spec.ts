import { deviceOf } from './device.js';

describe('deviceOf', () => {
  it.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
      'Safari on iOS',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
      'Microsoft Edge on Windows',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
      'Chrome on Android',
    ],
    ['', 'Unknown device'],
  ])('of %s', (userAgent, device) => {
    expect(deviceOf(userAgent).device).toBe(device);
  });

  it('names browser and system alone, for clients that word them', () => {
    expect(deviceOf('Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0')).toEqual({
      device: 'Firefox on Linux',
      browser: 'Firefox',
      system: 'Linux',
    });
  });

  it.each(['<script>alert(1)</script>', 'x'.repeat(300), '\u0000', '()'])(
    'says little of what is no browser: %j',
    (userAgent) => {
      const words = JSON.stringify(deviceOf(userAgent));
      expect(words.length).toBeLessThan(100);
      expect(words).not.toContain('<');
    },
  );
});
