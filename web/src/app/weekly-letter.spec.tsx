import { screen, waitFor } from '@testing-library/react';
import { emailProof, insight, insightDetails, reminders } from '../../test/builders';
import { empty, json, problem } from '../../test/fake-server';
import { openApp, serverOfAna } from '../../test/render-app';
import { renderSection } from '../../test/render-within';
import { Reminders } from '../features/reminders/components/reminders';
import { deviceTimeZone } from '../lib/dates/zone';

const LETTER = reminders().letter;
const MAIL = 'GET /api/user/me/email-proof';
const written = insight({
  ...{ status: 'done', text: 'You walked by the river.', details: insightDetails() },
  ...{ startDate: '2026-11-16', endDate: '2026-11-22', letter: { week: '2026-W47', opened: false } },
});

const BY_MAIL = { name: 'Tell me by mail, too' };

describe('the weekly letter in the settings', () => {
  it('is chosen with its day and time, and says why it comes by no mail, what is wrong, and when the next one comes', async () => {
    const server = serverOfAna().on('PUT /api/reminders/letter', () => problem(400, 'No such time'));
    const { person, section: form } = renderSection(Reminders);
    expect(await form.findByText(/this installation sends none/)).toBeInTheDocument();
    expect(form.queryByRole('checkbox', BY_MAIL)).not.toBeInTheDocument();
    await person.click(form.getByRole('button', { name: 'Save the letter' }));
    expect(await form.findByText('No such time')).toBeInTheDocument();
    server.on('PUT /api/reminders/letter', ({ body }) =>
      json(200, reminders({ letter: { ...(body as typeof LETTER), nextAt: '2026-11-28T20:30:00.000Z' } })),
    );
    await person.click(form.getByRole('checkbox', { name: 'Write me a letter each week' }));
    await person.selectOptions(form.getByLabelText('Day of the letter'), 'Saturday');
    await person.clear(form.getByLabelText('Time of the letter'));
    await person.type(form.getByLabelText('Time of the letter'), '20:30');
    await person.click(form.getByRole('button', { name: 'Save the letter' }));
    expect(await form.findByText('Your choice has been saved.')).toBeInTheDocument();
    expect(
      await form.findByText(/^The next letter: .*28 Nov.*, if you have written by then\.$/),
    ).toBeInTheDocument();
    expect(server.requests('PUT /api/reminders/letter').at(-1)?.body).toEqual({
      ...{ on: true, weekday: 6, time: '20:30', byMail: false, wordsInMail: false },
      timeZone: deviceTimeZone(),
    });
    // What is changed now is not saved.
    await person.selectOptions(form.getByLabelText('Day of the letter'), 'Sunday');
    expect(form.queryByText('Your choice has been saved.')).not.toBeInTheDocument();
  });

  it('comes by mail if that is wanted, and says what words in it mean', async () => {
    const server = serverOfAna()
      .on(MAIL, () => json(200, emailProof({ needed: true, proved: true })))
      .on('PUT /api/reminders/letter', () => json(200, reminders()));
    const { person, section: form } = renderSection(Reminders);
    const byMail = await form.findByRole('checkbox', BY_MAIL);
    expect(form.queryByRole('checkbox', { name: 'With what I wrote in it' })).not.toBeInTheDocument();
    await person.click(byMail);
    const words = form.getByRole('checkbox', { name: 'With what I wrote in it' });
    expect(words).toHaveAccessibleDescription(/a link to the letter and none of your words/);
    await person.click(words);
    expect(words).toHaveAccessibleDescription(/may quote your entries.*your mail provider can read it/);
    await person.click(form.getByRole('button', { name: 'Save the letter' }));
    await waitFor(() =>
      expect(server.requests('PUT /api/reminders/letter')[0]?.body).toMatchObject({
        ...{ byMail: true, wordsInMail: true },
      }),
    );
  });

  it('does not come by mail before the address is confirmed', async () => {
    serverOfAna().on(MAIL, () => json(200, emailProof({ needed: true })));
    const { section: form } = renderSection(Reminders);
    expect(await form.findByText(/once you have confirmed your email address/)).toBeInTheDocument();
    expect(form.queryByRole('checkbox', BY_MAIL)).not.toBeInTheDocument();
  });
});

describe('a new weekly letter', () => {
  const serverWithLetter = () => {
    let letter = written;
    return serverOfAna()
      .on('GET /api/insights', ({ query }) => {
        const isShown = query.get('only') === null || letter.letter?.opened === false;
        return json(200, { items: isShown ? [letter] : [], nextCursor: null });
      })
      .on('GET /api/insights/job-1', () => json(200, letter))
      .on('PATCH /api/insights/job-1', () => {
        letter = { ...written, letter: { week: '2026-W47', opened: true } };
        return json(200, letter);
      });
  };
  const LINE = 'Your letter of the week is here';

  it('is a line on the insights, with its name in their list, and on the journal until it is opened', async () => {
    const server = serverWithLetter();
    const { person, path } = openApp('/insights');
    expect(await screen.findByRole('link', { name: LINE })).toHaveAttribute('href', '/insights/job-1');
    expect(
      await screen.findByRole('button', { name: /^Letter of the week.*16.*22 Nov/ }),
    ).toBeInTheDocument();
    await person.click(screen.getByRole('link', { name: 'Journal' }));
    await screen.findByText(/A few honest lines are enough/);
    await person.click(await screen.findByRole('link', { name: LINE }));
    expect(path()).toBe('/insights/job-1');
    expect(await screen.findByRole('heading', { name: 'Letter of the week' })).toBeInTheDocument();
    await waitFor(() => expect(server.requests('PATCH /api/insights/job-1')).toHaveLength(1));
    expect(server.requests('PATCH /api/insights/job-1')[0]?.body).toEqual({ opened: true });
    await person.click(screen.getByRole('link', { name: 'Journal' }));
    await screen.findByText(/A few honest lines are enough/);
    await waitFor(() => expect(screen.queryByRole('link', { name: LINE })).not.toBeInTheDocument());
  });
});

describe('the link that stops the mail about letters', () => {
  it('stops it when the button is pressed, and not when it is opened', async () => {
    const STOP = 'POST /api/reminders/letter-mail/a-secret.of-it';
    const server = serverOfAna()
      .on('GET /api/session', () => empty(204))
      .on(STOP, () => problem(404, 'This link is not complete'));
    const { person } = openApp('/letter-mail#a-secret.of-it');
    const button = await screen.findByRole('button', { name: 'Stop this mail' });
    expect(server.requests(STOP)).toEqual([]);
    await person.click(button);
    expect(await screen.findByText('This link is not complete')).toBeInTheDocument();
    server.on(STOP, () => json(200, { byMail: false }));
    await person.click(button);
    expect(await screen.findByText(/This mail has stopped\. Your letters still wait/)).toBeInTheDocument();
  });

  it('asks to be opened from the mail where it is not complete', async () => {
    serverOfAna();
    openApp('/letter-mail');
    expect(await screen.findByText(/Open the link at the end of the mail/)).toBeInTheDocument();
  });
});
