import { lazy, Suspense } from 'react';
import { Navigate, type RouteObject } from 'react-router-dom';
import { LoginPage } from '../features/auth/components/login-page';
import { ResetPasswordPage } from '../features/auth/components/reset-password-page';
import { SignupPage } from '../features/auth/components/signup-page';
import { JournalPage } from '../features/journal/components/journal-page';
import { LandingPage } from '../features/landing/components/landing-page';
import { Guard } from './guard';
import { Layout } from './layout';
import { PageError } from './page-error';
import { PageSkeleton } from './page-skeleton';
import { SettingsPage } from './settings-page';

// The markdown renderer is a third of the code and only needed there.
const InsightsPage = lazy(async () => {
  const page = await import('../features/insights/components/insights-page');
  return { default: page.InsightsPage };
});

export const routes: RouteObject[] = [
  {
    element: <Layout />,
    errorElement: <PageError />,
    children: [
      { path: '/', element: <LandingPage /> },
      { path: '/login', element: <LoginPage /> },
      { path: '/signup', element: <SignupPage /> },
      { path: '/reset-password', element: <ResetPasswordPage /> },
      {
        element: <Guard />,
        children: [
          { path: '/journal', element: <JournalPage /> },
          { path: '/settings', element: <SettingsPage /> },
          {
            path: '/insights',
            element: (
              <Suspense fallback={<PageSkeleton title="Data Insights" />}>
                <InsightsPage />
              </Suspense>
            ),
          },
        ],
      },
      { path: '*', element: <Navigate to="/" replace /> },
    ],
  },
];
