import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, type RenderResult } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createQueryClient } from '../src/lib/api/query-client';

/** A part of the UI, without the pages around it, whose modules take long to load. */
export const renderWithin = (part: ReactNode): RenderResult =>
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={createQueryClient()}>{part}</QueryClientProvider>
    </I18nProvider>,
  );
