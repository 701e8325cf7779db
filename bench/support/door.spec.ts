import { Door, problemOf } from './door.mjs';

const PERSON = { email: 'ada@example.org', city: 'Porto', token: 'token' };

describe('requests of the bench', () => {
  it('never ask twice for the same days', () => {
    const door = new Door('http://127.0.0.1');
    const paths = Array.from({ length: 40_000 }, () => door.search(PERSON, 30, 30).path);
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('fail with another status, and with fewer entries than there are', () => {
    const call = new Door('http://127.0.0.1').search(PERSON, 30, 2);
    expect(problemOf(call, 200, '[{"content":"a"},{"content":"b"}]')).toBe('');
    expect(problemOf(call, 200, '[{"content":"a"}]')).toBe('1 entries instead of 2');
    expect(problemOf(call, 503, 'busy')).toBe('503 instead of 200: busy');
  });
});
