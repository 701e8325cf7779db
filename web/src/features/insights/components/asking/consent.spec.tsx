import { screen, waitFor } from '@testing-library/react';
import { ana, insight } from '../../../../../test/builders';
import { held, json, problem, type FakeServer } from '../../../../../test/fake-server';
import { openApp, serverOfAna } from '../../../../../test/render-app';

const ASK = 'POST /api/insights';
const AGREE = 'PATCH /api/user/me';
const gemini = { provider: 'gemini', model: 'gemini-flash', recipient: 'gemini' };
const done = insight({ status: 'done', provider: 'gemini', text: 'Written by Gemini.' });

const SLEEP = {
  ...{
    _id: '8a8dcf5a-3f8e-4fd5-9c3c-8f1b6a0f6f10',
    name: 'Sleep',
    kind: 'duration',
    unit: '',
    picture: 'moon',
  },
  ...{ daySum: 'last', askedOn: 'always', archived: false },
};

function serverWithGemini(initialConsent: string[] = [], writer: object = gemini) {
  let consent = { aiConsent: initialConsent, measuresToAi: false };
  const user = () => ({ ...ana, lastName: 'Silva', createdAt: new Date().toISOString(), ...consent });
  return serverOfAna()
    .on('GET /api/about', () => json(200, { insights: writer }))
    .on('GET /api/user/me', () => json(200, user()))
    .on(AGREE, ({ body }) => {
      consent = { ...consent, ...(body as Partial<typeof consent>) };
      return json(200, user());
    })
    .on(ASK, () => json(202, done))
    .on('GET /api/insights/job-1', () => json(200, done));
}

const heading = () => screen.findByRole('heading', { name: 'Before your entries leave this server' });
const button = (name: string) => screen.findByRole('button', { name });

/** The page reads it for the consent, and the notices of signed-in users, which load later, for themselves. */
const consentRead = (server: FakeServer) =>
  waitFor(() => expect(server.requests('GET /api/user/me')).toHaveLength(2), { timeout: 25_000 });

describe('insights by an outside model', () => {
  it('say who receives what before any request, and send the request after consent', async () => {
    const server = serverWithGemini();
    const { person } = openApp('/insights');
    await consentRead(server);
    await person.click(await screen.findByLabelText('Last Week'));
    await person.click(await button('Get Insights'));
    expect(await heading()).toHaveFocus();
    expect(screen.getByText('Google Gemini')).toBeInTheDocument();
    expect(screen.getByText(/free tier Google may use what it is sent/)).toBeInTheDocument();
    expect(server.requests(ASK)).toEqual([]);
    await person.click(await button('Agree and get insights'));
    expect(await screen.findByText('Written by Gemini.')).toBeInTheDocument();
    expect(server.requests(AGREE).map(({ body }) => body)).toEqual([{ aiConsent: ['gemini'] }]);
    expect(server.requests(ASK).map(({ body }) => body)).toEqual([
      expect.objectContaining({ range: 'lastWeek' }),
    ]);
  });

  it('send nothing if the user declines, or the consent could not be saved, which they say', async () => {
    const server = serverWithGemini().on(AGREE, () => problem(503, 'Not just now.'));
    const { person } = openApp('/insights');
    await consentRead(server);
    await person.click(await button('Get Insights'));
    await person.click(await button('Not now'));
    expect(await button('Get Insights')).toHaveFocus();
    expect(screen.queryByRole('heading', { name: 'Before your entries leave this server' })).toBeNull();
    expect([...server.requests(ASK), ...server.requests(AGREE)]).toEqual([]);

    await person.click(await button('Get Insights'));
    await person.click(await button('Agree and get insights'));
    expect(await screen.findByText('Not just now.')).toBeInTheDocument();
    expect(server.requests(ASK)).toEqual([]);
  });

  it('send nothing if the user thinks better of it while the consent is saved', async () => {
    const server = serverWithGemini();
    const { person } = openApp('/insights');
    await consentRead(server);
    await person.click(await button('Get Insights'));
    const saved = held();
    server.on(AGREE, saved.handler);
    await person.click(await button('Agree and get insights'));
    await person.click(await button('Not now'));
    await saved.answer(json(200, { ...ana, aiConsent: ['gemini'], measuresToAi: false }));
    // It stands there to be withdrawn.
    expect(await screen.findByText(/your entries are sent to Google Gemini/)).toBeInTheDocument();
    expect(server.requests(ASK)).toEqual([]);
  });

  it('are not available once the consent is withdrawn', async () => {
    const server = serverWithGemini(['gemini', 'api.example.org']);
    const { person } = openApp('/insights');
    expect(await screen.findByText(/your entries are sent to Google Gemini/)).toBeInTheDocument();
    await person.click(await button('Withdraw my consent'));
    await waitFor(() => expect(screen.queryByText(/your entries are sent to/)).toBeNull());
    expect(server.requests(AGREE)[0]?.body).toEqual({ aiConsent: ['api.example.org'] });
    await person.click(await button('Get Insights'));
    await heading();
    expect(server.requests(ASK)).toEqual([]);
  });

  it('get no figures of what is measured until the user allows that, too', async () => {
    const server = serverWithGemini(['gemini']).on('GET /api/measures', () =>
      json(200, { measures: [SLEEP] }),
    );
    const { person } = openApp('/insights');
    const allowed = await screen.findByLabelText('Also send the figures of what I measure');
    expect(allowed).not.toBeChecked();
    await person.click(allowed);
    await waitFor(() =>
      expect(server.requests(AGREE).map(({ body }) => body)).toEqual([{ measuresToAi: true }]),
    );
    await waitFor(() => expect(allowed).toBeEnabled());
    expect(allowed).toBeChecked();
  });

  it('do not speak of measures to somebody who measures nothing', async () => {
    const server = serverWithGemini(['gemini']).on('GET /api/measures', () => json(200, { measures: [] }));
    openApp('/insights');
    await screen.findByText(/your entries are sent to Google Gemini/);
    await waitFor(() => expect(server.requests('GET /api/measures')).not.toHaveLength(0));
    expect(screen.queryByLabelText(/what I measure/)).toBeNull();
  });

  it('also ask for consent when only the server knows that it is missing', async () => {
    let refusals = 1;
    const refusal = { type: 'about:blank', code: 'consent_required', errors: [{ msg: 'Agree first.' }] };
    const server = serverWithGemini(['gemini']).on(ASK, () =>
      refusals-- > 0 ? json(403, refusal, { 'Content-Type': 'application/problem+json' }) : json(202, done),
    );
    const { person } = openApp('/insights');
    await screen.findByText(/your entries are sent to Google Gemini/);
    await person.click(await button('Get Insights'));
    await heading();
    await person.click(await button('Agree and get insights'));
    expect(await screen.findByText('Written by Gemini.')).toBeInTheDocument();
    expect(server.requests(ASK)).toHaveLength(2);
  });

  it('show the host of a server that has no known name', async () => {
    const server = serverWithGemini([], { provider: 'openai', model: 'm', recipient: 'models.example.org' });
    const { person } = openApp('/insights');
    await consentRead(server);
    await person.click(await button('Get Insights'));
    await heading();
    expect(screen.getByText('the language model at models.example.org')).toBeInTheDocument();
    expect(screen.queryByText(/free tier/)).toBeNull();
  });
});

describe('an entry', () => {
  it('can be kept from language models if one is configured', async () => {
    const server = serverWithGemini().on('POST /api/journal/new', () => problem(503, 'Not just now.'));
    const { person } = openApp('/journal');
    await person.type(await screen.findByLabelText('Your entry'), 'Only for me');
    await person.click(await screen.findByLabelText('Never send this entry to AI'));
    await person.click(await button('Save Entry'));
    await waitFor(() => expect(server.requests('POST /api/journal/new')).toHaveLength(1));
    expect(server.requests('POST /api/journal/new')[0]?.body).toMatchObject({ neverSendToAi: true });
  });

  it('does not offer this choice if insights are computed on the server', async () => {
    serverOfAna();
    openApp('/journal');
    await screen.findByLabelText('Your entry');
    expect(screen.queryByLabelText('Never send this entry to AI')).toBeNull();
  });
});
