import {
  errorInfo,
  geminiError,
  INSIGHT_TEXT,
  retryInfo,
  startFakeGemini,
} from '@inner-weather/testing/fakes/models';
import type { FakeServer, Reply } from '@inner-weather/testing/fakes/server';
import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { aQuestion, dailyEntries } from '../../test/builders.js';
import { modelFailureOf } from '../../test/model-failure.js';
import { GeminiModel } from './gemini.model.js';

const KEY = 'a-key-that-nobody-may-see';
const SECRET = 'words that only their writer may read';
const NAMES = ['gemini-3.5-flash-lite', 'gemini-flash-latest'];

// Contract: 7 a chat with an empty history and one message
// Contract: 9 gemini-1.5-flash; temperature 0.95, topP 0.95, topK 64, maxOutputTokens 8192, plain text
describe('GeminiModel', () => {
  let gemini: FakeServer;

  beforeAll(async () => {
    gemini = await startFakeGemini();
    Logger.overrideLogger(false);
    // Google's library logs a warning for each blocked answer.
    jest.spyOn(console, 'warn').mockReturnValue();
  });

  beforeEach(() => {
    gemini.script();
    gemini.seen.length = 0;
  });

  afterAll(() => {
    jest.restoreAllMocks();
    return gemini.close();
  });

  const model = (names = NAMES, timeoutMs = 5_000) => new GeminiModel(KEY, gemini.url, names, timeoutMs);
  const question = aQuestion(dailyEntries([{ content: SECRET }, { content: SECRET }]));
  const write = (testedModel = model(), signal = AbortSignal.timeout(10_000)) =>
    testedModel.write(question, signal);
  const failure = async (reply: Reply, testedModel = model()) => {
    gemini.script(reply, reply, reply);
    return failureOf(write(testedModel));
  };
  const failureOf = (call: Promise<unknown>) => modelFailureOf(call, KEY, SECRET);

  it('answers with the model’s text and name', async () => {
    expect(await write()).toEqual({
      text: INSIGHT_TEXT,
      model: 'gemini-3.5-flash-lite',
      cited: [],
      dropped: 0,
    });
  });

  it('sends the documented settings, one message without history, and the rules as system instruction', async () => {
    await write();
    const [{ path, headers, body }] = gemini.seen as [(typeof gemini.seen)[0]];
    expect(path).toBe('/v1beta/models/gemini-3.5-flash-lite:generateContent');
    expect(headers['x-goog-api-key']).toBe(KEY);
    // No tools, and no other field for text.
    expect(Object.keys(body as object).sort()).toEqual([
      'contents',
      'generationConfig',
      'safetySettings',
      'systemInstruction',
    ]);
    const { generationConfig, contents, systemInstruction } = body as {
      generationConfig: unknown;
      contents: { role: string; parts: { text: string }[] }[];
      systemInstruction: { parts: { text: string }[] };
    };
    expect(generationConfig).toEqual({
      temperature: 0.95,
      topP: 0.95,
      topK: 64,
      maxOutputTokens: 8192,
      responseMimeType: 'text/plain',
    });
    expect(contents).toHaveLength(1);
    expect(contents[0]).toMatchObject({ role: 'user' });
    expect(contents[0]!.parts).toHaveLength(1);
    expect(contents[0]!.parts[0]!.text).toMatch(
      /^Analyze the following journal entries for Ada and identify patterns\. Journals: updated: /,
    );
    expect(contents[0]!.parts[0]!.text).toContain(SECRET);
    expect(systemInstruction.parts[0]!.text).toContain('wellbeing assistant');
    expect(systemInstruction.parts[0]!.text).not.toContain(SECRET);
  });

  it('tries the next name when one has been retired', async () => {
    expect(await write(model(['gemini-1.5-flash', 'gemini-flash-latest']))).toEqual({
      text: INSIGHT_TEXT,
      model: 'gemini-flash-latest',
      cited: [],
      dropped: 0,
    });
    expect(gemini.seen).toHaveLength(2);
  });

  it('reports a configuration error if no model is served', async () => {
    const error = await failureOf(write(model(['gemini-1.0', 'gemini-1.5-flash'])));
    expect(error).toMatchObject({ code: 'model_refused', mayPass: false });
    expect(error.message).toContain('GEMINI_MODELS');
    expect(gemini.seen).toHaveLength(2);
  });

  it('does not wait for a long delay, and says when to ask again', async () => {
    const error = await failure(geminiError(429, 'RESOURCE_EXHAUSTED', [retryInfo('1500s')]));
    expect(error).toMatchObject({ code: 'model_unavailable', mayPass: false });
    expect(error.message).toContain('25 minutes');
    expect(gemini.seen).toHaveLength(1);
  });

  it.each([
    ['429 without a delay', geminiError(429, 'RESOURCE_EXHAUSTED')],
    ['500', geminiError(500, 'INTERNAL')],
    ['503', geminiError(503, 'UNAVAILABLE')],
    ['503 in HTML', { status: 503, body: '<h1>Bad gateway</h1>' }],
    ['a cut connection', { hangUp: true }],
    ['half an answer', { body: '{"candidates": [', headers: { 'content-type': 'application/json' } }],
  ])('reports a temporary failure for %s', async (_what, reply) => {
    expect(await failure(reply)).toMatchObject({ code: 'model_unavailable', mayPass: true });
    expect(gemini.seen).toHaveLength(1);
  });

  it.each([
    ['400 API_KEY_INVALID', geminiError(400, 'INVALID_ARGUMENT', [errorInfo('API_KEY_INVALID')])],
    ['403', geminiError(403, 'PERMISSION_DENIED')],
    ['401', geminiError(401, 'UNAUTHENTICATED')],
  ])('reports a configuration error of the key for %s', async (_what, reply) => {
    const error = await failure(reply);
    expect(error).toMatchObject({ code: 'model_refused', mayPass: false });
    expect(error.message).toContain('GEMINI_API_KEY');
    expect(gemini.seen).toHaveLength(1);
  });

  it('does not blame the key for another 400', async () => {
    const error = await failure(geminiError(400, 'INVALID_ARGUMENT'));
    expect(error).toMatchObject({ code: 'model_refused' });
    expect(error.message).not.toContain('GEMINI_API_KEY');
  });

  // What else is declined: answers.spec.ts.
  it('reports a blocked prompt as declined', async () => {
    const error = await failure({ body: { promptFeedback: { blockReason: 'SAFETY' } } });
    expect(error).toMatchObject({ code: 'model_blocked', mayPass: false });
    expect(error.message).toContain('declined');
    expect(error.detail).toContain('SAFETY');
  });

  it('stops at the time limit', async () => {
    gemini.script({ until: new Promise(() => undefined) });
    const error = await failureOf(write(model(NAMES, 300), AbortSignal.timeout(300)));
    expect(error).toMatchObject({ code: 'model_unavailable', mayPass: false });
    expect(error.message).toContain('too long');
  });

  it('sends nothing after the time limit', async () => {
    await failureOf(write(model(), AbortSignal.abort()));
    expect(gemini.seen).toHaveLength(0);
  });
});
