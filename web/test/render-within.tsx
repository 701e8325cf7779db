import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, type RenderResult, within } from '@testing-library/react';
import type { ComponentType, ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { createQueryClient } from '../src/lib/api/query-client';
import { openSession } from '../src/lib/api/session';
import { tokenOf } from './builders';
import { aPerson } from './person';

/** A part of the UI, without the pages around it, whose modules take long to load. */
export const renderWithin = (part: ReactNode): RenderResult =>
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={createQueryClient()}>{part}</QueryClientProvider>
    </I18nProvider>,
  );

/** One section of Ana's settings, without the others, which take long to draw. */
export function renderSection(Contents: ComponentType<{ title: string }>) {
  openSession(tokenOf());
  const { container, unmount } = renderWithin(
    <MemoryRouter initialEntries={['/settings']}>
      <Contents title="The section" />
    </MemoryRouter>,
  );
  return { person: aPerson(), unmount, section: within(container) };
}
