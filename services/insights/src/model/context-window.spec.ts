import { type ModelBehaviour, OVERFLOWS, tokensOf } from '@inner-weather/testing/fakes/model-server';
import {
  geminiError,
  INSIGHT_TEXT,
  openAiReply,
  startFakeGemini,
  startFakeOpenAi,
} from '@inner-weather/testing/fakes/models';
import type { FakeServer } from '@inner-weather/testing/fakes/server';
import { Logger } from '@nestjs/common';
import { aQuestion, dailyEntries } from '../../test/builders.js';
import { GeminiModel } from './gemini.model.js';
import type { ModelError } from './insight-model.js';
import { OpenAiModel } from './openai.model.js';

const PROSE =
  'We walked along the river until the rain began, and I was glad about the quiet. Later I could not sleep, and read for an hour. ';
const CHINESE = '今天我們沿著河邊走了很久，直到開始下雨。晚上睡不著，看了一個小時的書。';
const RUSSIAN =
  'Сегодня мы долго гуляли вдоль реки, пока не начался дождь. Вечером я не мог уснуть и читал целый час. ';
const entries = (count: number, words = PROSE) =>
  dailyEntries(Array.from({ length: count }, (_, n) => ({ content: `#${n}# ${words.repeat(4)}` })));

describe('a prompt that is longer than the model’s context window', () => {
  const behaviour: ModelBehaviour = {};
  let server: FakeServer;

  beforeAll(async () => {
    server = await startFakeOpenAi(behaviour);
    Logger.overrideLogger(false);
  });

  beforeEach(() => {
    server.script();
    server.seen.length = 0;
    for (const name of Object.keys(behaviour)) delete behaviour[name as keyof ModelBehaviour];
  });

  afterAll(() => server.close());

  const model = (windowTokens?: number) =>
    new OpenAiModel(`${server.url}/v1`, '', 'llama3', 5_000, windowTokens);
  const write = async (entriesToSend = entries(60), testedModel = model(), overrides = {}) =>
    (await testedModel.write(aQuestion(entriesToSend, overrides), AbortSignal.timeout(10_000))).text;
  const body = (at = -1) =>
    server.seen.at(at)?.body as { messages: { content: string }[]; max_tokens?: number };
  /** The numbers of the entries in a request, in their order. */
  const sentNumbers = (at = -1) =>
    [...(body(at).messages[1]?.content ?? '').matchAll(/⟦#(\d+)#/g)].map(([, n]) => Number(n));
  const promptTokens = (at = -1) =>
    body(at).messages.reduce((sum, { content }) => sum + tokensOf(content) + 4, 3);

  const ways = Object.keys(OVERFLOWS) as (keyof typeof OVERFLOWS)[];

  it.each(ways)(
    'is cut to the newest entries that fit, and the answer says how many: %s',
    async (overflow) => {
      Object.assign(behaviour, { window: 4096, overflow });
      const text = await write();
      const readCount = sentNumbers().length;
      expect(readCount).toBeGreaterThan(5);
      expect(readCount).toBeLessThan(60);
      expect(sentNumbers()).toEqual(Array.from({ length: readCount }, (_, n) => n));
      expect(promptTokens()).toBeLessThan(4096);
      expect(text).toBe(
        `${INSIGHT_TEXT}\n\n*Written from the newest ${readCount} of 60 entries; the others did not fit. Choose a shorter range to include all entries.*`,
      );
      expect(server.seen.length).toBeLessThanOrEqual(
        overflow === 'wordless' || overflow === 'a proxy' ? 6 : 3,
      );
    },
  );

  it.each([
    ['Chinese', CHINESE],
    ['Russian', RUSSIAN],
    ['emoji', '😀🎉👩‍👩‍👧 '.repeat(10)],
    ['numbers', '12.5, 11:30, 7/8; '.repeat(8)],
  ])('is recognized for %s', async (_what, words) => {
    for (const overflow of ['llama.cpp', 'cut', 'cut to half'] as const) {
      Object.assign(behaviour, { window: 4096, overflow });
      server.seen.length = 0;
      const text = await write(entries(60, words));
      expect(text).toContain(`newest ${sentNumbers().length} of 60 entries`);
      expect(sentNumbers().length).toBeGreaterThan(1);
      expect(promptTokens()).toBeLessThan(4096);
    }
  });

  it('leaves room for the answer and sends its size to the server', async () => {
    Object.assign(behaviour, { window: 4096, overflow: 'vllm' });
    await write();
    expect(body().max_tokens).toBe(1024);
    expect(promptTokens() + 1024).toBeLessThanOrEqual(4096);
  });

  it('keeps all entries if only the answer does not fit', async () => {
    for (const overflow of ['openai', 'vllm', 'groq'] as const) {
      Object.assign(behaviour, { window: 6000, overflow });
      server.seen.length = 0;
      expect(await write(entries(4))).toBe(INSIGHT_TEXT);
      expect(sentNumbers()).toHaveLength(4);
      expect(server.seen).toHaveLength(2);
    }
  });

  it('is remembered, so that the next question fits at once', async () => {
    for (const overflow of ['cut', 'cut to half', 'llama.cpp', 'lm studio'] as const) {
      Object.assign(behaviour, { window: 4096, overflow });
      const testedModel = model();
      await write(entries(60), testedModel);
      server.seen.length = 0;
      expect(await write(entries(50), testedModel)).toMatch(/newest \d+ of 50 entries/);
      expect(server.seen).toHaveLength(1);
    }
  });

  it('is not sent if the window is configured', async () => {
    Object.assign(behaviour, { window: 4096, overflow: 'cut' });
    expect(await write(entries(60), model(4096))).toMatch(/newest \d+ of 60 entries/);
    expect(server.seen).toHaveLength(1);
    expect(promptTokens()).toBeLessThan(4096);
    expect(body().max_tokens).toBe(1024);
  });

  it('does not make a configured window larger than the real one', async () => {
    Object.assign(behaviour, { window: 4096, overflow: 'cut' });
    expect(await write(entries(60), model(32_768))).toMatch(/newest \d+ of 60 entries/);
    expect(promptTokens()).toBeLessThan(4096);
  });

  it('counts the entries that were left out earlier', async () => {
    Object.assign(behaviour, { window: 4096, overflow: 'llama.cpp' });
    expect(await write(entries(60), model(), { unread: 40 })).toMatch(/newest \d+ of 100 entries/);
  });

  it('of one entry is cut to its beginning, and the answer says so', async () => {
    for (const overflow of ['llama.cpp', 'cut', 'openai'] as const) {
      Object.assign(behaviour, { window: 4096, overflow });
      const text = await write(dailyEntries([{ content: `BEGIN ${PROSE.repeat(150)} END` }]));
      expect(text).toContain('*Written from the beginning of one long entry; the rest did not fit.*');
      expect(body().messages[1]?.content).toContain('⟦BEGIN');
      expect(body().messages[1]?.content).not.toContain('END⟧');
      expect(promptTokens()).toBeLessThan(4096);
    }
    const answer = await write([...dailyEntries([{ content: PROSE.repeat(150) }]), ...entries(3)]);
    expect(answer).toContain('*Written from the beginning of the newest of 4 entries; the rest did not fit.');
  });

  it('is reported as a configuration error if the window is too small for any entry', async () => {
    Object.assign(behaviour, { window: 300, overflow: 'llama.cpp' });
    const error = await write().catch((reason: unknown) => reason as ModelError);
    expect(error).toMatchObject({ code: 'model_refused', mayPass: false });
    expect((error as ModelError).message).toContain('context window');
    expect(server.seen.length).toBeLessThanOrEqual(10);
  });

  it.each([undefined, 0, 3, -1, Number.NaN, 'many'])(
    'is not assumed from an unusable token count: %s',
    async (prompt_tokens) => {
      server.script(openAiReply(INSIGHT_TEXT, 'stop', { prompt_tokens: prompt_tokens as number }));
      expect(await write()).toBe(INSIGHT_TEXT);
      expect(server.seen).toHaveLength(1);
    },
  );

  it('is not assumed if everything was read', async () => {
    for (const words of [PROSE, CHINESE, RUSSIAN]) {
      expect(await write(entries(60, words))).toBe(INSIGHT_TEXT);
    }
    expect(await write(dailyEntries([{ content: 'x'.repeat(20_000) }]))).toBe(INSIGHT_TEXT);
    expect(server.seen).toHaveLength(4);
  });

  it.each([
    [408, 'The request took too long to process.'],
    [400, 'The request took too long to process.'],
    [400, 'Your request exceeds the time limit of 60 seconds.'],
    [400, 'Number of requests exceeds limit 100.'],
    [503, 'The request is too large for the server right now.'],
  ])('is not assumed from another limit: %i %s', async (status, message) => {
    server.script({ status, body: { error: { message } } });
    await expect(write()).rejects.toMatchObject({
      code: status === 503 ? 'model_unavailable' : 'model_refused',
    });
    expect(server.seen).toHaveLength(1);
  });

  it('is recognized by its words, whatever the status', async () => {
    const message = 'The request exceeds the available context size, try again with a shorter one this time.';
    server.script({ status: 500, body: { error: { message } } });
    expect(await write()).toMatch(/newest \d+ of 60 entries/);
  });

  it('is detected before an empty answer is reported', async () => {
    behaviour.window = 1_000_000;
    server.script(openAiReply('<think>HIDDEN', 'length', { prompt_tokens: 2048 }));
    expect(await write()).toMatch(/newest \d+ of 60 entries/);
  });

  it('is shortened for Gemini', async () => {
    const gemini = await startFakeGemini();
    const reply = geminiError(400, 'INVALID_ARGUMENT');
    (reply.body as { error: { message: string } }).error.message =
      'The input token count (9120) exceeds the maximum number of tokens allowed (4096).';
    gemini.script(reply);
    const testedModel = new GeminiModel('key', gemini.url, ['gemini-flash-latest'], 5_000);
    const { text } = await testedModel.write(aQuestion(entries(60)), AbortSignal.timeout(5_000));
    expect(text).toMatch(/newest \d+ of 60 entries/);
    expect(gemini.seen).toHaveLength(2);
    await gemini.close();
  });
});
