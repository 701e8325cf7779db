import { act, renderHook } from '@testing-library/react';
import { keepPage, useNewVersion } from './new-version';

it('offers a version that was being installed before the page asked for one', async () => {
  const installing = new EventTarget();
  const registration = Object.assign(new EventTarget(), {
    ...{ installing, waiting: undefined as object | undefined },
    update: () => Promise.resolve(),
  });
  const serviceWorker = { controller: {}, register: () => Promise.resolve(registration) };
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true });
  const { result } = renderHook(useNewVersion);
  await keepPage();
  expect(result.current).toBe(false);
  registration.waiting = installing;
  act(() => void installing.dispatchEvent(new Event('statechange')));
  expect(result.current).toBe(true);
});
