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
  ])('chooses %s for %j', (provider, env) => {
    expect(chooseModel(config(env)).provider).toBe(provider);
  });
});

describe('the time limit for an answer', () => {
  it.each([
    [60_000, { GEMINI_API_KEY: 'key' }],
    [60_000, { OPENAI_BASE_URL: 'https://api.openai.com/v1' }],
    [300_000, { OPENAI_BASE_URL: 'http://ollama:11434/v1' }],
    [300_000, { OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1' }],
    [300_000, { OPENAI_BASE_URL: 'http://192.168.1.20:1234/v1' }],
    [7_000, { OPENAI_BASE_URL: 'http://ollama:11434/v1', MODEL_TIMEOUT_MS: '7000' }],
    [400_000, { GEMINI_API_KEY: 'key', MODEL_TIMEOUT_MS: '400000' }],
  ])('is %d ms with %j', (timeoutMs, env) => {
    expect(chooseModel(config(env)).timeoutMs).toBe(timeoutMs);
  });
});

describe('the configuration of models', () => {
  it('splits names at commas', () => {
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
    ['MODEL_CONTEXT_TOKENS', 'secret-looking nonsense'],
    ['MODEL_CONTEXT_TOKENS', '4'],
    ['JOB_LEASE_MS', '-1'],
  ])('names an invalid %s without its value', (name, value) => {
    const parse = () => config({ [name]: value });
    expect(parse).toThrow(name);
    expect(parse).not.toThrow(/secret-looking/);
  });
});
