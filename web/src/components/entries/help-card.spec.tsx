import { screen, waitFor, within } from '@testing-library/react';
import { entry, helpLines, insight, listOf } from '../../../test/builders';
import { json, problem } from '../../../test/fake-server';
import { openApp, serverOfAna } from '../../../test/render-app';
import { renderWithin } from '../../../test/render-within';
import { HelpCard } from './help-card';
import { ownCountries, sortHelpLines } from './help-lines';

const TITLE = 'You do not have to be alone with this';
const card = () => screen.findByRole('region', { name: TITLE });
const noCard = () => expect(screen.queryByRole('region', { name: TITLE })).not.toBeInTheDocument();

function serverWith(...contents: string[]) {
  const entries = contents.map((content, index) => entry({ _id: `entry-${index}`, content }));
  return serverOfAna().on('GET /api/journal/search', () => listOf(...entries));
}

describe('the card with help lines', () => {
  it('is shown beside a saved entry that suggests self-harm, and takes no focus', async () => {
    const server = serverOfAna().on('POST /api/journal/new', () => json(201, entry()));
    const { person } = openApp('/journal');
    const text = await screen.findByLabelText('Your entry');
    await person.type(text, 'I want to die.');
    noCard();
    expect(server.requests('GET /api/help-lines')).toHaveLength(0);
    await person.click(screen.getByRole('button', { name: 'Save Entry' }));
    const region = await card();
    // The focus may have gone on to the saved entry, and is nowhere if a list without that entry was loaded after it.
    expect(region).not.toContainElement(document.activeElement as HTMLElement);
    const helpCard = within(region);
    expect(screen.getByText('Help lines are shown on this page.').closest('[aria-live]')).not.toBeNull();
    expect((await helpCard.findAllByRole('link', { name: '116 123' }))[0]).toHaveAttribute(
      'href',
      'tel:116123',
    );
  });

  it('is shown once above the list of entries, can be dismissed, and is shown again for other words', async () => {
    serverWith('Ich will nicht mehr leben.', 'I feel suicidal.').on('POST /api/journal/new', () =>
      json(201, entry()),
    );
    const { person } = openApp('/journal');
    const helpCard = within(await card());
    expect(screen.getAllByRole('region', { name: TITLE })).toHaveLength(1);
    const site = await helpCard.findByRole('link', { name: 'findahelpline.com' });
    expect(site).toHaveAttribute('href', 'https://findahelpline.com');
    for (const link of helpCard.getAllByRole<HTMLAnchorElement>('link', { hidden: true })) {
      if (link.protocol === 'tel:') {
        expect(link.textContent?.replaceAll(' ', '')).toBe(link.pathname);
        continue;
      }
      expect(link).toHaveTextContent(link.host);
      expect(link).toHaveAttribute('rel', 'noopener noreferrer');
    }
    expect(helpCard.getByText('Help lines in other countries', { selector: 'summary' })).toBeInTheDocument();

    await person.click(helpCard.getByRole('button', { name: 'Hide this' }));
    noCard();
    expect(screen.getByText('The help lines are hidden.').parentElement).toHaveFocus();
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('suicidal');

    await person.type(screen.getByLabelText('Your entry'), 'Je veux mourir.');
    await person.click(screen.getByRole('button', { name: 'Save Entry' }));
    expect(await card()).toBeInTheDocument();
  });

  it('is not shown for other texts, and sends no request', () => {
    const server = serverOfAna();
    renderWithin(<HelpCard texts={['Killing time. I am dying to see the film!']} voice="entry" />);
    noCard();
    expect(server.requests('GET /api/help-lines')).toHaveLength(0);
  });

  it('is shown beside an insight whose text suggests self-harm, whichever model wrote it', async () => {
    const done = insight({
      status: 'done',
      provider: 'gemini',
      text: 'You wrote that you *want to die*. Cheer up!',
    });
    serverOfAna()
      .on('GET /api/insights', () => json(200, { items: [done], nextCursor: null }))
      .on('GET /api/insights/job-1', () => json(200, done));
    const { person } = openApp('/insights');
    await person.click(await screen.findByRole('button', { name: /Last Week/ }));
    expect(await card()).toBeInTheDocument();
  });

  it('says what to do when the lines cannot be fetched', async () => {
    serverOfAna().on('GET /api/help-lines', () => problem(404, 'Gone.'));
    renderWithin(<HelpCard texts={['I want to die now']} voice="entry" />);
    const helpCard = within(await card());
    await waitFor(() => expect(helpCard.getByText(/could not be loaded/)).toBeInTheDocument());
    expect(helpCard.getByText(/call your local emergency number/)).toBeInTheDocument();
  });
});

describe('the country', () => {
  it('is that of the browser’s languages', () => {
    expect(ownCountries(['de-CH', 'en-GB'])).toEqual(['CH', 'GB']);
    expect(ownCountries(['fr', 'fr-FR', 'not a language'])).toEqual(['FR']);
  });

  it('is the first one that has help lines', () => {
    const names = (countries: string[]) => sortHelpLines(helpLines, countries).near.map(({ name }) => name);
    expect(names(['PT', 'DE', 'GB'])).toEqual(['TelefonSeelsorge']);
    expect(names(['PT'])).toEqual([]);
    expect(sortHelpLines(helpLines, ['PT']).elsewhere).toHaveLength(2);
    expect(sortHelpLines(helpLines, ['GB']).anywhere.map(({ name }) => name)).toEqual(['Find A Helpline']);
  });
});
