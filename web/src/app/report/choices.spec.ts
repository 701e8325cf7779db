import { rangeOf, usualPaper } from './choices';

describe('the choices of a paper', () => {
  it('have a range once its days are whole', () => {
    const choices = { span: 'own', from: '2026-03-02', to: '2026-03-01', year: 0 } as Parameters<
      typeof rangeOf
    >[1];
    expect(rangeOf('report', choices, '2026-11-28')).toBeUndefined();
    expect(rangeOf('report', { ...choices, to: '2046-03-02' }, '2026-11-28')).toBeUndefined();
    expect(rangeOf('report', { ...choices, to: '2026-03-02' }, '2026-11-28')).toEqual({
      from: '2026-03-02',
      to: '2026-03-02',
    });
    expect(rangeOf('report', { ...choices, span: 'weeks' }, '2026-11-28')?.from).toBe('2026-11-01');
    expect(rangeOf('book', choices, '2026-11-28')).toEqual({ from: '2026-01-01', to: '2026-11-28' });
    expect(rangeOf('book', { ...choices, year: 2024 }, '2026-11-28')?.to).toBe('2024-12-31');
  });

  it('begin with the paper of the region', () => {
    expect(['en-US', 'pt-BR', 'de', 'ar'].map(usualPaper)).toEqual(['letter', 'a4', 'a4', 'a4']);
  });
});
