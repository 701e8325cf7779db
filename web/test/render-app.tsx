import { act, render, type RenderResult } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { createMemoryRouter, type InitialEntry, RouterProvider } from 'react-router-dom';
import { GUARDED_PAGES, PUBLIC_PAGES } from '../src/app/pages';
import { Providers } from '../src/app/providers';
import { routes } from '../src/app/routes';
import { resetSession } from '../src/lib/api/session';
import { aPerson } from './person';

export { serverOfAna } from './server-of-ana';

// Load every page first, because the tests do not measure loading times. Load them one after the other, because Jest
// cannot import two modules at the same time that share a third.
for (const { preload } of Object.values({ ...PUBLIC_PAGES, ...GUARDED_PAGES })) await preload();

export interface App {
  person: UserEvent;
  view: RenderResult;
  path: () => string;
  /** Follows a link that leaves the page loaded, such as one that differs in its fragment alone. */
  go: (path: string) => Promise<void>;
  /** Reloads the page: only the browser's history and storage remain. */
  reload: () => void;
}

/** The whole UI, opened at a path. */
export function openApp(path: InitialEntry): App {
  let router = createMemoryRouter(routes, { initialEntries: [path] });
  const draw = () =>
    render(
      <Providers>
        <RouterProvider router={router} />
      </Providers>,
    );
  let view = draw();
  return {
    person: aPerson(),
    view,
    path: () => router.state.location.pathname,
    go: (to) => act(() => router.navigate(to)),
    reload: () => {
      view.unmount();
      resetSession();
      router = createMemoryRouter(routes, { initialEntries: [router.state.location] });
      view = draw();
    },
  };
}
