import { parseConfig } from '@inner-weather/platform/config';
import { InsightsConfig } from '../config.js';
import { chooseModel } from './choose-model.js';

const REQUIRED = {
  AMQP_URL: 'amqp://localhost',
  MONGO_URL: 'mongodb://localhost',
  MASTER_KEYS_FILE: '/keys/master.keys',
};
const config = (env: Record<string, string> = {}) => parseConfig(InsightsConfig, { ...REQUIRED, ...env });

describe('chooseModel', () => {
  it.each([
    ['local', {}],
    ['local', { GEMINI_API_KEY: '', OPENAI_BASE_URL: '' }],
    ['local', { OPENAI_API_KEY: 'key' }],
    ['openai', { OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1' }],
    ['gemini', { GEMINI_API_KEY: 'key' }],
    ['gemini', { GEMINI_API_KEY: 'key', OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1' }],
  ])('is %s with %j', (provider, env) => {
    expect(chooseModel(config(env)).provider).toBe(provider);
  });
});

describe('the configuration of models', () => {
  it('has Gemini’s own address and current names unless others are given', () => {
    expect(config()).toMatchObject({
      GEMINI_API_URL: 'https://generativelanguage.googleapis.com',
      GEMINI_MODELS: ['gemini-3.5-flash-lite', 'gemini-flash-latest'],
      MODEL_TIMEOUT_MS: 60_000,
    });
  });

  it('takes names with commas', () => {
    expect(config({ GEMINI_MODELS: ' gemini-1.5-flash , other,' }).GEMINI_MODELS).toEqual([
      'gemini-1.5-flash',
      'other',
    ]);
  });

  it.each([
    ['GEMINI_MODELS', ' , '],
    ['GEMINI_API_URL', 'secret-looking nonsense'],
    ['OPENAI_BASE_URL', 'secret-looking nonsense'],
    ['MODEL_TIMEOUT_MS', 'secret-looking nonsense'],
    ['JOB_LEASE_MS', '-1'],
  ])('refuses a bad %s by name, without its value', (name, value) => {
    const parse = () => config({ [name]: value });
    expect(parse).toThrow(name);
    expect(parse).not.toThrow(/secret-looking/);
  });
});
