import { jest } from '@jest/globals';
import { menuToInstall } from './install-offer';

describe('menuToInstall', () => {
  const withAgent = (userAgent: string, maxTouchPoints = 0) => {
    jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
    Object.defineProperty(navigator, 'maxTouchPoints', { value: maxTouchPoints, configurable: true });
    return menuToInstall();
  };

  const SAFARI = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15';

  it.each([
    ['share', `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${SAFARI}`, 5],
    ['share', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${SAFARI}`, 5],
    ['browser', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${SAFARI}`, 0],
    ['browser', 'Mozilla/5.0 (Android 16; Mobile; rv:153.0) Gecko/153.0 Firefox/153.0', 5],
    [undefined, 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0', 0],
  ])('is %s for %s with %d touch points', (menu, userAgent, touchPoints) => {
    expect(withAgent(userAgent, touchPoints)).toBe(menu);
  });
});
