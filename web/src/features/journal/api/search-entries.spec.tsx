import { newUuid7 } from '@inner-weather/domain/entries/uuid7';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { ana, entry, tokenOf } from '../../../../test/builders';
import { lost } from '../../../../test/fake-server';
import { serverOfAna } from '../../../../test/server-of-ana';
import { createQueryClient } from '../../../lib/api/query-client';
import { openSession } from '../../../lib/api/session';
import { editOutbox } from '../../../lib/outbox/outbox';
import {
  addEntry,
  applyEdit,
  deleteEntry,
  editEntry,
  type Entry,
  type EntryEdition,
  type Waiting,
} from '../../../lib/outbox/changes';
import { withWaitingEntries } from '../../../lib/entries/entry-lists';
import { useEntries } from './search-entries';

describe('the entries of a range', () => {
  it('are drawn in a few steps while something waits and no list can be loaded', async () => {
    serverOfAna().on('GET /api/journal/search', lost).on('POST /api/journal/new', lost);
    openSession(tokenOf());
    const body = { email: ana.email, content: 'New words', location: 'Porto', inputMood: 'Happy' };
    await editOutbox((waiting) => addEntry(waiting, body, newUuid7()));
    let drawn = 0;
    function Words() {
      drawn += 1;
      // An endless render would never let the test end.
      if (drawn > 50) throw new Error('It is drawn without end.');
      const { data } = useEntries({
        userReference: ana.email,
        startDate: '1970-01-01',
        endDate: '9999-12-31',
      });
      const [words, setWords] = useState<string[]>([]);
      useEffect(() => {
        if (data) setWords(data.pages.flatMap(({ entries }) => entries.map(({ content }) => content)));
      }, [data]);
      return <p>{words.join()}</p>;
    }
    render(
      <QueryClientProvider client={createQueryClient()}>
        <Words />
      </QueryClientProvider>,
    );
    expect(await screen.findByText('New words')).toBeInTheDocument();
  });

  it('have what waits, if it matches the search', () => {
    const body = { email: ana.email, content: 'New words', location: 'Porto', inputMood: 'Happy' };
    const waiting = applyEdit([], addEntry([], body));
    const nothing = { pages: [{ entries: [], total: 0, nextCursor: undefined }], pageParams: [undefined] };
    const found = (words: string) => {
      const scope = { userReference: ana.email, startDate: '1970-01-01', endDate: '9999-12-31' };
      const pages = withWaitingEntries(nothing, { ...scope, filters: { words } }, waiting, []).pages;
      return pages[0]?.total;
    };
    expect([found('porto new'), found('river')]).toEqual([1, 0]);
  });

  it('follow an edit or a deletion that waits: what matches now is there, what matches no more is gone, and both count', () => {
    const at = (id: string, hour: number, content: string) =>
      entry({ _id: id, content, createdAt: `2026-03-02T${hour}:00:00.000Z` });
    const [late, mid, early] = [
      at('late', 20, 'The sea'),
      at('mid', 15, 'A hill'),
      at('early', 10, 'By the sea'),
    ];
    const unseen = at('unseen', 11, 'Old sea');
    const edit = (all: Waiting[], { _id, updatedAt, ...was }: Entry, body: Partial<EntryEdition>) =>
      applyEdit(all, editEntry(all, _id, { ...was, ...body }, updatedAt));
    const shown = (waiting: Waiting[], nextCursor?: string) => {
      const lists = {
        pages: [{ entries: [late, early], total: nextCursor ? 9 : 2, nextCursor }],
        pageParams: [undefined],
      };
      const scope = { userReference: ana.email, startDate: '2026-03-01', endDate: '2026-03-31' };
      const words = { ...scope, filters: { words: 'sea' } };
      const [page] = withWaitingEntries(lists, words, waiting, [mid, unseen]).pages;
      return [page?.entries.map(({ _id }) => _id), page?.total];
    };
    expect(shown(edit([], mid, { content: 'Sea and hill' }))).toEqual([['late', 'mid', 'early'], 3]);
    expect(shown(edit([], late, { content: 'A lake' }))).toEqual([['early'], 1]);
    expect(shown(edit([], late, { content: 'Sea, later', date: '2026-03-02T09:00:00.000Z' }))).toEqual([
      ['early', 'late'],
      2,
    ]);
    expect(shown(edit([], unseen, { content: 'No water' }), 'more')).toEqual([['late', 'early'], 8]);
    expect(shown(applyEdit([], deleteEntry([], 'late', late.updatedAt)))).toEqual([['early'], 1]);
  });
});
