import { type ModelBehaviour, REFUSALS } from '@inner-weather/testing/fakes/model-server';
import {
  geminiError,
  INSIGHT_TEXT,
  startFakeGemini,
  startFakeOpenAi,
} from '@inner-weather/testing/fakes/models';
import type { FakeServer } from '@inner-weather/testing/fakes/server';
import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { aQuestion, dailyEntries } from '../../test/builders.js';
import { GeminiModel } from './gemini.model.js';
import { OpenAiModel } from './openai.model.js';

const SETTINGS = ['max_tokens', 'temperature', 'top_p'] as const;
const SECRET = 'words that only their writer may read';
const question = aQuestion(dailyEntries([{ content: SECRET }]));

describe('a setting that a server refuses', () => {
  const behaviour: ModelBehaviour = {};
  let server: FakeServer;
  const warnings: string[] = [];

  beforeAll(async () => {
    server = await startFakeOpenAi(behaviour);
  });

  beforeEach(() => {
    server.script();
    server.seen.length = 0;
    warnings.length = 0;
    for (const name of Object.keys(behaviour)) delete behaviour[name as keyof ModelBehaviour];
    for (const level of ['warn', 'error'] as const)
      jest
        .spyOn(Logger.prototype, level)
        .mockImplementation((words) => void warnings.push(`${level}: ${String(words)}`));
  });

  afterEach(() => jest.restoreAllMocks());
  afterAll(() => server.close());

  const model = () => new OpenAiModel(`${server.url}/v1`, '', 'llama3', 5_000);
  const write = (testedModel = model()) => testedModel.write(question, AbortSignal.timeout(5_000));
  const settingsOf = (body: unknown) =>
    Object.keys(body as object)
      .filter((name) => name !== 'model' && name !== 'messages')
      .sort();
  /** The settings of each request so far. */
  const sentSettings = () => server.seen.map(({ body }) => settingsOf(body));
  const failure = (testedModel = model()) =>
    write(testedModel).then(
      () => new Error('did not fail'),
      (error: unknown) => error as Error,
    );

  const ways = Object.keys(REFUSALS) as (keyof typeof REFUSALS)[];

  it.each(ways)('is left out for the error of %s', async (how) => {
    for (const name of SETTINGS) {
      behaviour.refuses = { [name]: how, max_completion_tokens: how };
      server.seen.length = 0;
      expect(await write()).toMatchObject({ text: INSIGHT_TEXT });
      expect(server.seen.length).toBeLessThanOrEqual(
        name === 'max_tokens' ? 3 : how === 'code alone' ? 6 : 2,
      );
      expect(sentSettings().at(-1)).not.toContain(name);
    }
  });

  it('is sent under its newer name if it has one', async () => {
    behaviour.refuses = { max_tokens: 'openai' };
    behaviour.newer = { max_tokens: 'max_completion_tokens' };
    await write();
    expect(server.seen.map(({ body }) => body)).toMatchObject([
      { max_tokens: 8192 },
      { max_completion_tokens: 8192, temperature: 0.95, top_p: 0.95 },
    ]);
    expect(sentSettings()[1]).not.toContain('max_tokens');
  });

  it('is sent under a name that only the server knows', async () => {
    behaviour.refuses = { max_tokens: 'openai' };
    behaviour.newer = { max_tokens: 'max_output_tokens' };
    await write();
    expect(sentSettings()).toEqual([
      ['max_tokens', 'temperature', 'top_p'],
      ['max_output_tokens', 'temperature', 'top_p'],
    ]);
  });

  it('may be followed by every other setting', async () => {
    behaviour.refuses = {
      max_tokens: 'openai',
      max_completion_tokens: 'mistral',
      temperature: 'openai value',
      top_p: 'fastapi',
    };
    expect(await write()).toMatchObject({ text: INSIGHT_TEXT });
    expect(sentSettings().at(-1)).toEqual([]);
    expect(server.seen).toHaveLength(5);
  });

  it('may be one of two that exclude each other', async () => {
    // Claude's sentence (github.com/Vali-98/ChatterUI 564).
    const message = '`temperature` and `top_p` cannot both be specified for this model. Please use only one.';
    server.script({ status: 400, body: { error: { type: 'invalid_request_error', message } } });
    await write();
    expect(sentSettings()).toHaveLength(2);
    expect(sentSettings()[1]).toHaveLength(2);
  });

  it('is recognized by its older name, which a gateway may use', async () => {
    const body = { error: { message: "Unsupported parameter: 'max_tokens'", param: 'max_tokens' } };
    server.script({ status: 400, body }, { status: 400, body });
    expect(await write()).toMatchObject({ text: INSIGHT_TEXT });
    expect(sentSettings().at(-1)).toEqual(['temperature', 'top_p']);
  });

  it('is not replaced by the name of another setting', async () => {
    const message = 'top_p is not supported, use temperature instead.';
    server.script({ status: 400, body: { message } });
    await write();
    behaviour.refuses = { temperature: 'bedrock' };
    expect(await write()).toMatchObject({ text: INSIGHT_TEXT });
  });

  it('is remembered for the model and logged once', async () => {
    behaviour.refuses = { max_tokens: 'openai', temperature: 'litellm' };
    const testedModel = model();
    await write(testedModel);
    server.seen.length = 0;
    await write(testedModel);
    await Promise.all([write(testedModel), write(testedModel)]);
    expect(sentSettings()).toEqual(Array.from({ length: 3 }, () => ['max_completion_tokens', 'top_p']));
    expect(warnings).toHaveLength(2);
    expect(warnings.join()).toContain('temperature');
    expect(warnings.join()).not.toContain(SECRET);
  });

  it('keeps its newer name after concurrent refusals', async () => {
    behaviour.refuses = { max_tokens: 'openai' };
    const testedModel = model();
    await Promise.all(Array.from({ length: 5 }, () => write(testedModel)));
    server.seen.length = 0;
    await write(testedModel);
    expect(sentSettings()).toEqual([['max_completion_tokens', 'temperature', 'top_p']]);
  });

  it.each([
    ['max_tokens', 'param'],
    ['temperature', 'words'],
    ['messages[0].role', 'param'],
    ['stream', 'words'],
  ])('is reported as a configuration error if it was not sent: %s', async (name, where) => {
    const error =
      where === 'param'
        ? { message: `Unsupported value: '${name}' ${SECRET}`, param: name, code: 'unsupported_value' }
        : { message: `The parameter \`${name}\` is not supported. ${SECRET}`, code: 'unsupported_parameter' };
    server.script(...Array.from({ length: 20 }, () => ({ status: 400, body: { error } })));
    const refusal = await failure();
    expect(refusal).toMatchObject({ code: 'model_refused', mayPass: false });
    expect(refusal.message).toContain('The person who runs this journal needs to check OPENAI_MODEL');
    expect(refusal.message).toContain(name);
    expect(`${refusal.message}${JSON.stringify(refusal)}${warnings.join()}`).not.toContain(SECRET);
    expect(warnings.filter((line) => line.startsWith('error'))).toHaveLength(1);
    expect(warnings.join()).toContain(name);
    expect(server.seen.length).toBeLessThanOrEqual(6);
  });

  it('is not assumed for other errors', async () => {
    for (const status of [401, 402, 403, 404, 500]) {
      server.seen.length = 0;
      server.script({ status, body: { error: { message: 'No temperature today.', code: null } } });
      await failure();
      expect(server.seen).toHaveLength(1);
    }
    server.seen.length = 0;
    const message = "The model 'llama9' is not supported.";
    server.script({ status: 400, body: { error: { message, code: 'model_not_supported' } } });
    expect((await failure()).message).toContain('OPENAI_MODEL.');
    expect(server.seen).toHaveLength(1);
    // FastAPI repeats the whole request, including the entries.
    server.seen.length = 0;
    const input = { temperature: 0.95, messages: [SECRET] };
    server.script({
      status: 422,
      body: { detail: [{ type: 'missing', loc: ['body', 'prompt'], msg: 'Field required', input }] },
    });
    expect(await failure()).toMatchObject({ code: 'model_refused' });
    expect(server.seen).toHaveLength(1);
  });

  it('is left out for Gemini too', async () => {
    const gemini = await startFakeGemini();
    const testedModel = new GeminiModel('key', gemini.url, ['gemini-flash-latest'], 5_000);
    const refuse = (message: string, details: object[] = []) => {
      const reply = geminiError(400, 'INVALID_ARGUMENT', details);
      (reply.body as { error: { message: string } }).error.message = message;
      return reply;
    };
    const field = 'generation_config.temperature';
    gemini.script(
      // github.com/genkit-ai/genkit 1397
      refuse(
        'Unable to submit request because it has a topK value of 64 but the supported range is from 1 (inclusive) to 41 (exclusive).',
      ),
      refuse('Invalid value.', [
        {
          '@type': 'type.googleapis.com/google.rpc.BadRequest',
          fieldViolations: [{ field, description: 'No.' }],
        },
      ]),
    );
    expect(await testedModel.write(question, AbortSignal.timeout(5_000))).toMatchObject({
      text: INSIGHT_TEXT,
    });
    await testedModel.write(question, AbortSignal.timeout(5_000));
    const configs = gemini.seen.map(({ body }) =>
      settingsOf((body as { generationConfig: object }).generationConfig),
    );
    const remainingSettings = ['maxOutputTokens', 'responseMimeType', 'topP'];
    expect(configs).toEqual([
      ['maxOutputTokens', 'responseMimeType', 'temperature', 'topK', 'topP'],
      ['maxOutputTokens', 'responseMimeType', 'temperature', 'topP'],
      remainingSettings,
      remainingSettings,
    ]);
    await gemini.close();
  });
});
