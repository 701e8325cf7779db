import { Navigate, type RouteObject } from 'react-router-dom';
import { LandingPage } from '../features/landing/components/landing-page';
import { Guard } from './frame/guard';
import { Layout } from './frame/layout';
import { PageError } from './frame/page-error';
import { PAGES } from './pages';

const page = (path: keyof typeof PAGES): RouteObject => ({ path, Component: PAGES[path].Page });

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
          page('/login'),
          page('/signup'),
          page('/reset-password'),
          page('/confirm-email'),
          {
            element: <Guard />,
            children: [
              page('/journal'),
              page('/days'),
              page('/settings'),
              { path: '/insights/:id?', Component: PAGES['/insights'].Page },
            ],
          },
          { path: '*', element: <Navigate to="/" replace /> },
        ],
      },
    ],
  },
];
