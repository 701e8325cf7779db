import { Navigate, type RouteObject } from 'react-router-dom';
import { LandingPage, UNKNOWN_ADDRESS } from '../features/landing/components/landing-page';
import { Guard } from './frame/guard';
import { Layout } from './frame/layout';
import { PageError } from './frame/page-error';
import { GUARDED_PAGES, PUBLIC_PAGES } from './pages';

export const routes: RouteObject[] = [
  {
    element: <Layout />,
    errorElement: (
      <main>
        <PageError />
      </main>
    ),
    children: [
      {
        // Within the layout: if a page's code cannot be fetched, the navigation stays usable.
        errorElement: <PageError />,
        children: [
          { path: '/', element: <LandingPage /> },
          ...Object.entries(PUBLIC_PAGES).map(([path, { Page }]) => ({ path, Component: Page })),
          {
            element: <Guard />,
            children: Object.entries(GUARDED_PAGES).map(([path, { Page, parameters = '' }]) => ({
              path: path + parameters,
              Component: Page,
            })),
          },
          { path: '*', element: <Navigate to="/" replace state={UNKNOWN_ADDRESS} /> },
        ],
      },
    ],
  },
];
