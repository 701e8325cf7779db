import {
  geminiReply,
  INSIGHT_TEXT,
  openAiReply,
  startFakeGemini,
  startFakeOpenAi,
} from '@inner-weather/testing/fakes/models';
import type { FakeServer, Reply } from '@inner-weather/testing/fakes/server';
import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { aQuestion, dailyEntries } from '../../test/builders.js';
import { modelFailureOf } from '../../test/model-failure.js';
import { GeminiModel } from './gemini.model.js';
import { OpenAiModel } from './openai.model.js';

const ROOM_USED = 'It used all its room before it wrote anything; choose a shorter range.';
const CUT_SHORT = '\n\n*The answer was longer than the model may write and ends here.*';
const question = aQuestion(dailyEntries([{}, {}]));

let openAi: FakeServer;
let gemini: FakeServer;

beforeAll(async () => {
  openAi = await startFakeOpenAi();
  gemini = await startFakeGemini();
  Logger.overrideLogger(false);
  // Google's library logs a warning for each blocked answer.
  jest.spyOn(console, 'warn').mockReturnValue();
});

afterAll(async () => {
  jest.restoreAllMocks();
  await openAi.close();
  await gemini.close();
});

beforeEach(() => {
  openAi.seen.length = 0;
  gemini.seen.length = 0;
});

const answerTo = (reply: Reply) => {
  openAi.script(reply);
  return new OpenAiModel(`${openAi.url}/v1`, '', 'llama3', 5_000)
    .write(question, AbortSignal.timeout(5_000))
    .then(({ text }) => text);
};
const answeredByGemini = (reply: Reply) => {
  gemini.script(reply);
  return new GeminiModel('key', gemini.url, ['gemini-flash-latest'], 5_000)
    .write(question, AbortSignal.timeout(5_000))
    .then(({ text }) => text);
};
describe('an answer with thoughts', () => {
  const THOUGHT = 'HIDDEN, the user wants patterns.\n\nHIDDEN, let me count.';

  // In what forms they come: thought.spec.ts.
  it('hides thoughts between tags', async () => {
    const content = `<think>\n${THOUGHT}\n</think>\n\n${INSIGHT_TEXT}`;
    expect(await answerTo(openAiReply(content))).toBe(INSIGHT_TEXT);
    expect(await answeredByGemini(geminiReply(content))).toBe(INSIGHT_TEXT);
  });

  it('hides an unfinished thought after some text', async () => {
    const content = 'You were bright. <think>HIDDEN';
    expect(await answerTo(openAiReply(content))).toBe('You were bright.');
    expect(await answerTo(openAiReply(content, 'length'))).toBe(`You were bright.${CUT_SHORT}`);
  });

  it('hides thoughts in separate fields', async () => {
    const message = {
      content: INSIGHT_TEXT,
      reasoning_content: THOUGHT,
      reasoning: THOUGHT,
      thinking: THOUGHT,
    };
    const details = [{ type: 'reasoning.text', text: THOUGHT }];
    expect(await answerTo(openAiReply({ ...message, reasoning_details: details }))).toBe(INSIGHT_TEXT);
  });

  it('hides thoughts in parts of the content', async () => {
    const [first, second] = [INSIGHT_TEXT.slice(0, 20), INSIGHT_TEXT.slice(20)];
    const content = [
      { type: 'thinking', thinking: [{ type: 'text', text: THOUGHT }], closed: true },
      { type: 'thinking', thinking: THOUGHT, text: THOUGHT, signature: 'x' },
      { type: 'redacted_thinking', data: THOUGHT },
      { type: 'reasoning', reasoning: THOUGHT, text: THOUGHT },
      { type: 'reasoning_text', text: THOUGHT },
      { type: 'text', text: THOUGHT, thought: true },
      { text: THOUGHT, thought: true },
      { type: 'text', text: first },
      null,
      7,
      { type: 'image_url', image_url: { url: THOUGHT } },
      { type: 'output_text', text: second },
    ];
    expect(await answerTo(openAiReply({ content }))).toBe(INSIGHT_TEXT);
    expect(await answerTo(openAiReply({ content: [first, { text: second }] }))).toBe(INSIGHT_TEXT);
    const tagged = [
      { type: 'text', text: '<think>HIDDEN' },
      { type: 'text', text: `</think>${INSIGHT_TEXT}` },
    ];
    expect(await answerTo(openAiReply({ content: tagged }))).toBe(INSIGHT_TEXT);
  });

  it('hides the marked parts of Gemini', async () => {
    const parts = [
      { text: THOUGHT, thought: true },
      { text: INSIGHT_TEXT.slice(0, 20) },
      { text: THOUGHT, thought: true },
      { text: INSIGHT_TEXT.slice(20), thought: false },
    ];
    expect(await answeredByGemini(geminiReply(parts))).toBe(INSIGHT_TEXT);
  });
});

describe('an answer that reaches the token limit without text', () => {
  // What else is an unfinished thought: thought.spec.ts.
  it.each(['length', 'max_tokens', 'MAX_TOKENS', 'model_length', 'max_output_tokens'])(
    'has its own error code for %s',
    async (reason) => {
      for (const content of [null, '<think>HIDDEN, and I was', [{ type: 'thinking', thinking: 'HIDDEN' }]]) {
        const answer = answerTo(openAiReply({ content, reasoning_content: 'HIDDEN' }, reason));
        expect(await modelFailureOf(answer)).toMatchObject({
          code: 'model_wrote_nothing',
          message: ROOM_USED,
          mayPass: false,
        });
      }
    },
  );

  it('has its own error code if the server names no finish reason', async () => {
    for (const message of [{ content: '', reasoning_content: 'HIDDEN' }, { content: '<think>HIDDEN' }]) {
      expect(await modelFailureOf(answerTo(openAiReply(message, null)))).toMatchObject({
        message: ROOM_USED,
      });
    }
    const usage = { prompt_tokens: 900, completion_tokens: 8192 };
    expect(await modelFailureOf(answerTo(openAiReply('', 'stop', usage)))).toMatchObject({
      message: ROOM_USED,
    });
  });

  it('has its own error code from Gemini', async () => {
    for (const text of [undefined, [{ text: 'HIDDEN', thought: true }]]) {
      const error = await modelFailureOf(answeredByGemini(geminiReply(text, 'MAX_TOKENS')));
      expect(error).toMatchObject({ code: 'model_wrote_nothing', message: ROOM_USED, mayPass: false });
    }
  });

  it.each([null, 'FINISH_REASON_UNSPECIFIED'])(
    'has its own error code from Gemini with %s',
    async (reason) => {
      const thought = [{ text: 'HIDDEN', thought: true }];
      expect(await modelFailureOf(answeredByGemini(geminiReply(thought, reason)))).toMatchObject({
        message: ROOM_USED,
      });
      expect(await answeredByGemini(geminiReply(INSIGHT_TEXT, reason))).toBe(INSIGHT_TEXT);
    },
  );
});

describe('a finished answer without text', () => {
  it.each([
    ['blanks', openAiReply(' \n')],
    ['an empty list', openAiReply({ content: [] })],
    ['a thought', openAiReply('<think>HIDDEN</think>\n')],
    ['a thought in a separate field', openAiReply({ content: '', reasoning_content: 'HIDDEN' })],
    ['a thought in a part', openAiReply({ content: [{ type: 'thinking', thinking: 'HIDDEN' }] })],
  ])('is reported as empty, not as declined: %s', async (_what, reply) => {
    const error = await modelFailureOf(answerTo(reply));
    expect(error).toMatchObject({ code: 'model_wrote_nothing', mayPass: false });
    expect(error.message).toBe(
      'The language model wrote nothing. Please ask again, or choose another range.',
    );
  });

  it.each([undefined, ' \n ', [], [{ text: 'HIDDEN', thought: true }]])(
    'is reported as empty for Gemini: %j',
    async (text) => {
      const error = await modelFailureOf(answeredByGemini(geminiReply(text)));
      expect(error).toMatchObject({ code: 'model_wrote_nothing', mayPass: false });
      expect(error.message).toContain('wrote nothing');
    },
  );
});

describe('a model that declines', () => {
  it.each([
    ['content_filter', openAiReply('HIDDEN', 'content_filter')],
    ['sensitive', openAiReply('', 'sensitive')],
    ['refusal', openAiReply({ content: null, refusal: 'I cannot help with HIDDEN.' })],
    ['a part of its content', openAiReply({ content: [{ type: 'refusal', refusal: 'HIDDEN' }] })],
    [
      'an error',
      { status: 400, body: { error: { message: 'HIDDEN', code: 'content_filter', param: 'prompt' } } },
    ],
    ['an error of a policy', { status: 400, body: { error: { message: 'HIDDEN', code: 'invalid_prompt' } } }],
  ])('is reported as declined: %s', async (_what, reply) => {
    const error = await modelFailureOf(answerTo(reply));
    expect(error).toMatchObject({ code: 'model_blocked', mayPass: false });
    expect(error.message).toContain('declined');
    expect(`${error.message}${error.detail}`).not.toContain('HIDDEN');
  });

  it.each(['SAFETY', 'RECITATION', 'PROHIBITED_CONTENT', 'BLOCKLIST', 'SPII'])(
    'is reported as declined for Gemini with %s',
    async (reason) => {
      for (const text of ['HIDDEN', undefined]) {
        expect(await modelFailureOf(answeredByGemini(geminiReply(text, reason)))).toMatchObject({
          code: 'model_blocked',
        });
      }
    },
  );

  it('is not confused with a server that fails during an answer', async () => {
    const fields = { code: 'model_unavailable', mayPass: true };
    expect(await modelFailureOf(answerTo(openAiReply('Half an answ', 'error')))).toMatchObject(fields);
    const body = { error: { code: 502, message: 'HIDDEN' } };
    expect(await modelFailureOf(answerTo({ body }))).toMatchObject(fields);
  });
});
