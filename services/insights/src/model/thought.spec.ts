import { LINEAR, timesAsLong } from '@inner-weather/testing/processor-time';
import { withoutThoughts } from './thought.js';

const THOUGHT = 'HIDDEN, the user wants patterns.\n\nHIDDEN, let me count.';
const ANSWER =
  '## Your week, Ada\n\nYou sounded **bright**.\n\n| a | b |\n| - | - |\n| c | d |\n\n> Be kind.';

describe('withoutThoughts', () => {
  it.each([
    ['between tags', `<think>\n${THOUGHT}\n</think>\n\n${ANSWER}`],
    ['without the opening tag', `${THOUGHT}\n</think>\n\n${ANSWER}`],
    ['in other letters, with attributes', `<Think time="3">${THOUGHT}</ think >\n${ANSWER}`],
    ['as <thinking>', `<thinking>${THOUGHT}</thinking>${ANSWER}`],
    ['as <thought>', `<thought>${THOUGHT}</thought>${ANSWER}`],
    ['as <reasoning>', `<reasoning>${THOUGHT}</reasoning>${ANSWER}`],
    [
      'as <reflection> in <thinking>',
      `<thinking>${THOUGHT}<reflection>HIDDEN</reflection></thinking>${ANSWER}`,
    ],
    ['as <scratchpad>', `<scratchpad>${THOUGHT}</scratchpad>${ANSWER}`],
    ['opened by one name and closed by another', `<think>${THOUGHT}</thinking>${ANSWER}`],
    ['of Seed', `<seed:think>${THOUGHT}</seed:think>${ANSWER}`],
    ['of Kimi', `◁think▷${THOUGHT}◁/think▷${ANSWER}`],
    ['of Magistral', `[THINK]${THOUGHT}[/THINK]${ANSWER}`],
    ['of Gemma', `<|channel>thought\n${THOUGHT}<channel|>${ANSWER}`],
    [
      'of Command A',
      `<|START_THINKING|>${THOUGHT}<|END_THINKING|><|START_RESPONSE|>${ANSWER}<|END_RESPONSE|>`,
    ],
    [
      'of Sky',
      `<|begin_of_thought|>${THOUGHT}<|end_of_thought|><|begin_of_solution|>${ANSWER}<|end_of_solution|>`,
    ],
    ['of Hunyuan', `<think>${THOUGHT}</think>\n<answer>\n${ANSWER}\n</answer>`],
    ['of Granite', `Here is my thought process:\n${THOUGHT}\nHere is my response:\n${ANSWER}`],
    [
      'of Open WebUI',
      `<details type="reasoning" done="true">\n<summary>Thought</summary>\n${THOUGHT}\n</details>\n${ANSWER}`,
    ],
    [
      'of gpt-oss',
      `<|channel|>analysis<|message|>${THOUGHT}<|end|><|start|>assistant<|channel|>final<|message|>${ANSWER}<|return|>`,
    ],
    [
      'of gpt-oss, several',
      `<|start|>assistant<|channel|>analysis<|message|>${THOUGHT}<|end|><|start|>assistant<|channel|>commentary to=functions.x <|constrain|>json<|message|>HIDDEN<|call|><|start|>assistant<|channel|>final<|message|>${ANSWER}`,
    ],
    [
      'of gpt-oss, begun by the template',
      `${THOUGHT}<|end|><|start|>assistant<|channel|>final<|message|>${ANSWER}`,
    ],
    ['of gpt-oss, without its marks', `analysisHIDDEN We need to answer. ${THOUGHT}assistantfinal${ANSWER}`],
    ['escaped', `&lt;think&gt;${THOUGHT}&lt;/think&gt;${ANSWER}`],
    ['that are empty', `<think>\n\n</think>\n\n${ANSWER}`],
    ['that name their own tag', `<think>HIDDEN: do not write <think> twice.</think>${ANSWER}`],
    ['in one another', `<think>HIDDEN <think>HIDDEN</think> HIDDEN</think>${ANSWER}`],
  ])('removes thoughts %s', (_what, text) => {
    expect(withoutThoughts(text)).toEqual({ words: ANSWER, hasThought: true, isUnfinished: false });
  });

  it('removes several thoughts', () => {
    const content = '<think>HIDDEN</think>One.\n\n<think>HIDDEN</think>Two.\n\n[THINK]HIDDEN[/THINK]Three.';
    expect(withoutThoughts(content).words).toBe('One.\n\nTwo.\n\nThree.');
  });

  it.each([
    '<think>HIDDEN, and I was still counting when',
    '</think><think>HIDDEN',
    '[THINK]HIDDEN',
    '<|channel|>analysis<|message|>HIDDEN',
    '<|channel|>analysis',
    '<|channel|>final<|message|>',
    'analysisHIDDEN We need to',
    'Here is my thought process:\nHIDDEN',
    '<|channel>thought\nHIDDEN',
    '<details type="reasoning" done="false">HIDDEN',
  ])('removes an unfinished thought: %s', (text) => {
    expect(withoutThoughts(text)).toEqual({ words: '', hasThought: true, isUnfinished: true });
  });

  it.each(['<think>HIDDEN</think>', '<|channel|>analysis<|message|>HIDDEN<|end|>', 'HIDDEN</think> \n'])(
    'returns an empty text for thoughts alone: %s',
    (text) => {
      expect(withoutThoughts(text)).toEqual({ words: '', hasThought: true, isUnfinished: false });
    },
  );

  it.each([
    [
      'that mentions thinking',
      'I think [you](https://example.org) <b>rest</b>. analysis: reasoning helps; final thoughts.',
    ],
    ['that quotes a tag as code', 'You wrote about `</think>` and `<think>` on Monday.'],
    ['that begins with such a word', 'Analysis of your week\n\nThought by thought, it got better.'],
    ['of a single thought word', 'thoughtful days'],
  ])('does not change an answer %s', (_what, text) => {
    expect(withoutThoughts(text)).toEqual({ words: text, hasThought: false, isUnfinished: false });
  });

  it.each([
    ...['<think', '<|channel|>analysis', '[THINK]', '</think>', '< ', '&lt;', 'analysisA', '<details '],
  ])('takes a time that grows as an answer of many %j does', async (mark) => {
    const read = (times: number) => expect(withoutThoughts(`${mark.repeat(times)}</think>`).words).toBe('');
    expect(await timesAsLong(read, 200_000)).toBeLessThan(LINEAR);
  });
});
