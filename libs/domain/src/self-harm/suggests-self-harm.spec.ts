import { SENTENCES } from './sentences.js';
import { suggestsSelfHarm, wordsOf } from './suggests-self-harm.js';

/*
 * What the check can and cannot do, in figures and by name: a change of the phrases that alters any result fails here
 * until sentences.ts says so.
 */
describe.each(Object.entries(SENTENCES))('in "%s"', (_language, { found, missed, quiet, mistaken }) => {
  const signs = found.length + missed.length;
  const others = quiet.length + mistaken.length;

  it(`finds ${found.length} of ${signs} sentences, and misses these ${missed.length}: ${missed.join(' / ')}`, () => {
    expect([...found, ...missed].filter((sentence) => !suggestsSelfHarm(sentence))).toEqual(missed);
    expect(found.length).toBeGreaterThanOrEqual(20);
  });

  it(`is quiet about ${quiet.length} of ${others}, and takes these ${mistaken.length} for a sign: ${mistaken.join(' / ')}`, () => {
    expect([...quiet, ...mistaken].filter((sentence) => suggestsSelfHarm(sentence))).toEqual(mistaken);
    expect(quiet.length).toBeGreaterThanOrEqual(20);
  });
});

describe('in an insight, which speaks to its reader', () => {
  const ANSWERS = [
    'You mentioned **suicidal thoughts** on Tuesday.',
    'It sounds as if you wanted to die.',
    'Please talk to somebody before hurting yourself.',
    'Du hast von Suizidgedanken geschrieben.',
    'Du schreibst, dass du nicht mehr leben willst.',
    'Escribiste sobre hacerte daño.',
    'Tu écris que tu as envie de mourir.',
    'Hai scritto di volerti fare del male.',
    'Hai scritto di voler morire.',
    'Você escreveu que queria morrer.',
    'Escreveste que não querias viver.',
    'Falaste em pensamentos suicidas.',
    'كتبت أنك تفكر في الانتحار.',
    'ذكرت أنك لا تريد أن تعيش.',
    'كتبتِ عن رغبتك في إيذاء نفسك.',
    '你写到了自杀的念头。',
    '你提到想要伤害自己。',
    '你说你不想再活下去了。',
  ];
  const MISSED = ['Hai scritto di volerti fare del male.'];

  it(`finds ${ANSWERS.length - MISSED.length} of ${ANSWERS.length}, and misses: ${MISSED.join(' / ')}`, () => {
    expect(ANSWERS.filter((answer) => !suggestsSelfHarm(answer, 'answer'))).toEqual(MISSED);
  });

  it('needs less for a sign than in a journal, which may speak of others', () => {
    expect(suggestsSelfHarm('We talked about suicide at school.')).toBe(false);
    expect(suggestsSelfHarm('We talked about suicide at school.', 'answer')).toBe(true);
    expect(suggestsSelfHarm('Your week was bright. You did not hurt yourself.', 'answer')).toBe(false);
    expect(suggestsSelfHarm('这周很明朗，你没有伤害自己。', 'answer')).toBe(false);
  });
});

describe('in an entry', () => {
  const said = { content: 'A day.', inputMood: 'Tired', tags: ['work'] };

  it('is found in the text, the mood and the tags', () => {
    expect(suggestsSelfHarm(wordsOf(said))).toBe(false);
    for (const sign of [
      { content: 'I want to die' },
      { inputMood: 'I want to die' },
      { tags: ['work', 'I want to die'] },
    ])
      expect(suggestsSelfHarm(wordsOf({ ...said, ...sign }))).toBe(true);
  });

  it('is not put together from two of them', () => {
    expect(suggestsSelfHarm(wordsOf({ content: 'I want to', inputMood: 'die', tags: [] }))).toBe(false);
  });
});

describe('however it is written', () => {
  it.each([
    ['capitals', 'I WANT TO DIE'],
    ['full-width letters', 'Ｉ ｗａｎｔ ｔｏ ｄｉｅ'],
    ['no accents', 'No quiero vivir mas, ya no. Ojala me muriera'],
    ['accents in two characters', 'Ojalá me muriera'.normalize('NFD')],
    ['a straight apostrophe', "I don't want to live"],
    ['a typographic apostrophe', 'I don’t want to live'],
    ['no apostrophe', 'I dont want to live'],
    ['many spaces and a line’s end', 'I want  to\n\t die'],
    ['a space that does not break', 'I want\u00a0to die'],
    ['the forms of Arabic letters', 'انا عايزه اموت، فكرت فى الإنتحار'],
    ['vowels of Arabic', 'أُرِيدُ أَنْ أَمُوتَ'],
    ['long Arabic lines', 'أريـــد أن أمــوت'],
    ['an Arabic "and" before it', 'لا أنام ولا آكل وأريد أن أموت'],
    ['invisible characters', 'I wa\u200bnt to d\u00adie'],
    ['markdown', 'I **want** to _die_'],
    ['a hyphen', 'thoughts of self-harm: I self-harm again'],
    ['a long text', `${'A plain day. '.repeat(1_500)}I want to die. ${'And so to bed. '.repeat(100)}`],
  ])('with %s', (_how, text) => {
    expect(suggestsSelfHarm(text)).toBe(true);
  });

  it.each([
    ['a word that only begins like a sign', 'I want to diet'],
    ['words of two paragraphs', 'What do I want to\n\ndie Rosen sind schön'],
    ['words of two sentences', 'I want to. Die Rosen sind schön.'],
    ['nothing', ''],
    ['spaces', ' \n\n '],
  ])('but not in %s', (_what, text) => {
    expect(suggestsSelfHarm(text)).toBe(false);
  });

  it('lets a negation reach no further than its part of the sentence', () => {
    expect(suggestsSelfHarm('No, I want to die')).toBe(true);
    expect(suggestsSelfHarm('I do not know why I want to die')).toBe(true);
    expect(suggestsSelfHarm('I am not going to kill myself')).toBe(false);
  });
});
