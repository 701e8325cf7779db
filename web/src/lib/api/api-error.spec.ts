import { jest } from '@jest/globals';
import { i18n } from '@lingui/core';
import { tokenOf } from '../../../test/builders';
import { errorOfAnswer } from './api-error';
import { ForeignAnswer } from './own-answer';
import { openSession } from './session';
import { reasonOf } from './unreachable';

const TOO_LONG = { msg: 'Name must have 1 to 100 characters', field: 'firstName' };
const textOf = (error: object) => errorOfAnswer(400, { errors: [error] }).message;

describe('an error of the server', () => {
  const { locale, messages } = i18n;

  beforeAll(() => {
    i18n.loadAndActivate({
      locale: 'de',
      messages: {
        'problem.name_length': 'Der Vorname muss 1 bis {max} Zeichen haben',
        'problem.too_many_logins_seconds':
          'Bitte in {seconds, plural, one {# Sekunde} other {# Sekunden}} wieder versuchen.',
      },
    });
  });

  afterAll(() => i18n.loadAndActivate({ locale, messages }));

  it('is shown in the language of the reader, by its code and its parameters', () => {
    expect(textOf({ ...TOO_LONG, code: 'name_length', params: { max: 100 } })).toBe(
      'Der Vorname muss 1 bis 100 Zeichen haben',
    );
    expect(textOf({ msg: '…', code: 'too_many_logins_seconds', params: { seconds: 1 } })).toBe(
      'Bitte in 1 Sekunde wieder versuchen.',
    );
  });

  it.each([
    ['an older server, without a code', {}],
    ['a newer server, with a code that this page does not know', { code: 'name_odd', params: { max: 100 } }],
    ['no one, with a code of another type', { code: 5, params: null }],
    ['no one, with a code that every object has', { code: 'constructor' }],
  ])('is shown in the words of %s', (_whose, more) => {
    expect(textOf({ ...TOO_LONG, ...more })).toBe(TOO_LONG.msg);
  });

  it('is shown without a connection, too, if it explains what is wrong with the way', () => {
    openSession(tokenOf());
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    expect(reasonOf(new ForeignAnswer())).toBe('This needs a connection.');
    expect(reasonOf(new ForeignAnswer(false, 403, { errors: [TOO_LONG] }))).toBe(TOO_LONG.msg);
    jest.restoreAllMocks();
  });

  it('keeps its field', () => {
    const { errors } = errorOfAnswer(400, {
      errors: [{ ...TOO_LONG, code: 'name_length', params: { max: 9 } }],
    });
    expect(errors).toEqual([
      { code: 'name_length', msg: 'Der Vorname muss 1 bis 9 Zeichen haben', field: 'firstName' },
    ]);
  });
});
