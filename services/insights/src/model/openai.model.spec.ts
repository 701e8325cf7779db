import { INSIGHT_TEXT, openAiError, openAiReply, startFakeOpenAi } from '@inner-weather/testing/fakes/models';
import type { FakeServer, Reply } from '@inner-weather/testing/fakes/server';
import { Logger } from '@nestjs/common';
import { aQuestion, dailyEntries } from '../../test/builders.js';
import { modelFailureOf } from '../../test/model-failure.js';
import { OpenAiModel } from './openai.model.js';

const KEY = 'a-key-that-nobody-may-see';
const SECRET = 'words that only their writer may read';

describe('OpenAiModel', () => {
  let openAi: FakeServer;

  beforeAll(async () => {
    openAi = await startFakeOpenAi();
    Logger.overrideLogger(false);
  });

  beforeEach(() => {
    openAi.script();
    openAi.seen.length = 0;
  });

  afterAll(() => openAi.close());

  const model = ({ path = '/v1', key = KEY, timeoutMs = 5_000 } = {}) =>
    new OpenAiModel(`${openAi.url}${path}`, key, 'llama3', timeoutMs);
  const write = (testedModel = model(), signal = AbortSignal.timeout(10_000)) =>
    testedModel.write(aQuestion(dailyEntries([{ content: SECRET }, {}])), signal);
  const failureOf = (call: Promise<unknown>) => modelFailureOf(call, KEY, SECRET);
  const failure = (reply: Reply) => {
    openAi.script(reply, reply, reply);
    return failureOf(write());
  };

  it('answers with the model’s text and name', async () => {
    expect(await write()).toEqual({ text: INSIGHT_TEXT, model: 'llama3', cited: [], dropped: 0 });
  });

  it.each(['/v1', '/v1/'])('sends rules, the literal message and settings to %s', async (path) => {
    await write(model({ path }));
    const [{ headers, body, path: asked }] = openAi.seen as [(typeof openAi.seen)[0]];
    expect(asked).toBe('/v1/chat/completions');
    expect(headers.authorization).toBe(`Bearer ${KEY}`);
    const { messages, ...rest } = body as { messages: { role: string; content: string }[] };
    expect(rest).toEqual({ model: 'llama3', temperature: 0.95, top_p: 0.95, max_tokens: 8192 });
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(messages[0]!.content).toContain('wellbeing assistant');
    expect(messages[0]!.content).not.toContain(SECRET);
    expect(messages[1]!.content).toMatch(
      /^Analyze the following journal entries for Ada and identify patterns\. Journals: updated: /,
    );
  });

  it('sends no key if none is configured', async () => {
    await write(model({ key: '' }));
    expect(openAi.seen[0]!.headers.authorization).toBeUndefined();
  });

  it.each([
    ['in seconds', () => '1500'],
    ['as a date', () => new Date(Date.now() + 1_499_000).toUTCString()],
  ])(
    'does not wait for a long delay that Retry-After has %s, and says when to ask again',
    async (_how, after) => {
      const error = await failure(openAiError(429, 'rate_limit_exceeded', { 'retry-after': after() }));
      expect(error).toMatchObject({ code: 'model_unavailable', mayPass: false });
      expect(error.message).toContain('25 minutes');
      expect(openAi.seen).toHaveLength(1);
    },
  );

  it.each([
    ['429 without a delay', openAiError(429, 'rate_limit_exceeded')],
    ['500', openAiError(500, 'server_error')],
    ['502 in HTML', { status: 502, body: '<h1>Bad gateway</h1>' }],
    ['a cut connection', { hangUp: true }],
  ])('reports a temporary failure for %s', async (_what, reply) => {
    expect(await failure(reply)).toMatchObject({ code: 'model_unavailable', mayPass: true });
    expect(openAi.seen).toHaveLength(1);
  });

  it.each([
    ['401', openAiError(401, 'invalid_api_key'), 'OPENAI_API_KEY'],
    ['403', openAiError(403, 'unsupported_country'), 'OPENAI_API_KEY'],
    ['an account without money', openAiError(429, 'insufficient_quota'), 'OPENAI_API_KEY'],
    ['404', openAiError(404, 'model_not_found'), 'OPENAI_MODEL'],
    ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:9/' } }, 'OPENAI_BASE_URL'],
    ['an unrelated page', { body: '<h1>It works!</h1>' }, 'OPENAI_BASE_URL'],
    ['unrelated JSON', { body: { status: 'ok' } }, 'OPENAI_BASE_URL'],
    ['choices that are not a list', { body: { choices: {} } }, 'OPENAI_BASE_URL'],
    ['no choice', { body: { choices: [null] } }, 'OPENAI_BASE_URL'],
    ['an error in words', { status: 400, body: { error: 'No.' } }, 'OPENAI_MODEL'],
    ['an error that is null', { status: 400, body: { error: null } }, 'OPENAI_MODEL'],
  ])('reports a configuration error for %s', async (_what, reply, variable) => {
    const error = await failure(reply);
    expect(error).toMatchObject({ code: 'model_refused', mayPass: false });
    expect(error.message).toContain(variable);
    expect(openAi.seen).toHaveLength(1);
  });

  it.each([
    { message: null },
    { message: 'words' },
    { message: { content: { text: 'x' } }, finish_reason: 7 },
  ])('reports a choice without text as empty: %j', async (choice) => {
    expect(await failure({ body: { choices: [choice] } })).toMatchObject({ code: 'model_wrote_nothing' });
  });

  it('rejects an answer that is too large', async () => {
    openAi.script(openAiReply('x'.repeat(3 * 1024 * 1024)));
    expect(await failureOf(write())).toMatchObject({ code: 'model_unavailable' });
  });

  it('stops at the time limit', async () => {
    openAi.script({ until: new Promise(() => undefined) });
    const error = await failureOf(write(model({ timeoutMs: 300 }), AbortSignal.timeout(300)));
    expect(error).toMatchObject({ code: 'model_unavailable', mayPass: false });
    expect(error.message).toContain('too long');
  });
});
