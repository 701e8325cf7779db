import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import { render, screen } from '@testing-library/react';

it('shows words with a tag as they were written', () => {
  const words = 'so <b>was</b> I & <0/>';
  const { container } = render(
    <I18nProvider i18n={i18n}>
      <Trans>
        Entry deleted: “<bdi>{words}</bdi>”.
      </Trans>
    </I18nProvider>,
  );
  expect(container.textContent).toBe(`Entry deleted: “${words}”.`);
  expect(screen.getByText(words).tagName).toBe('BDI');
});
