import { render, type RenderResult } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { Providers } from '../src/app/providers';
import { routes } from '../src/app/routes';
import { ana, helpLines, tokenOf } from './builders';
import { FakeServer, json, problem } from './fake-server';

export interface App {
  person: UserEvent;
  view: RenderResult;
  path: () => string;
}

/** The whole UI at a path, as somebody who opens that address gets it. */
export function openApp(path: string): App {
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  const view = render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  );
  return { person: userEvent.setup(), view, path: () => router.state.location.pathname };
}

/** A server whose cookie still knows Ana, with an empty journal. */
export function serverOfAna(): FakeServer {
  return new FakeServer()
    .on('GET /api/session', () => json(200, { token: tokenOf(), user: ana }))
    .on('GET /api/registration', () => json(200, { mode: 'open', mail: true }))
    .on('GET /api/invitations', () => problem(403, 'Not you'))
    .on('GET /api/user/me/second-factor', () =>
      json(200, { active: false, activeSince: null, recoveryCodesLeft: 0 }),
    )
    .on('GET /api/journal/search', () => json(200, [], { 'X-Total-Count': '0' }))
    .on('GET /api/about', () =>
      json(200, { insights: { provider: 'local', model: 'statistics', recipient: null } }),
    )
    .on('GET /api/help-lines', () => json(200, { items: helpLines }))
    .on('GET /api/insights', () => json(200, { items: [], nextCursor: null }));
}
