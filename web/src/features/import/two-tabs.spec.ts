import { jest } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { ana, importReport, newImport, tokenOf } from '../../../test/builders';
import { FakeServer, json, problem } from '../../../test/fake-server';
import { fakeTabs, forgetTabs, openImportTab } from '../../../test/fake-tabs';
import { records, vault } from '../../../test/fake-vault';
import type { PartOfImport } from './parts';

jest.unstable_mockModule('../../lib/vault/vault', () => ({
  openVault: async () => vault,
  openMemory: () => vault,
}));

const IMPORT = 'POST /api/journal/import';
const parts: PartOfImport[] = [1, 2, 3].map((line) => [
  { at: { line }, entry: { createdAt: `2024-03-0${line}T12:00:00.000Z`, content: `Evening ${line}` } },
]);
const newJob = (id: string) => newImport(id, parts.length);

const undone = () => json(409, { code: 'import_undone', errors: [{ msg: 'This import was undone.' }] });

/** A server that answers a part when the test says so. */
function heldServer() {
  const held: (() => void)[] = [];
  const server = new FakeServer().on(IMPORT, async () => {
    await new Promise<void>((resolve) => held.push(resolve));
    return json(200, importReport({ added: 1 }));
  });
  const sent = () =>
    server.requests(IMPORT).map(({ body }) => (body as { import: { id: string } }).import.id);
  const answer = async (count: number) => {
    await waitFor(() => expect(held.length).toBeGreaterThanOrEqual(count));
    held[count - 1]?.();
  };
  return { server, sent, answer };
}

beforeEach(() => {
  records.clear();
  fakeTabs();
});

afterEach(forgetTabs);

describe('an import, beside a second tab', () => {
  it('keeps what is left of it, and is shown there in place of a second one', async () => {
    const { sent, answer } = heldServer();
    const [first, second] = [await openImportTab(), await openImportTab()];
    expect(await first.startJob(parts, newJob('one'), [])).toBe('started');
    expect(await second.startJob(parts, newJob('two'), [])).toBe('other');
    expect(second.state()).toMatchObject({ step: 'sending', job: { id: 'one' } });
    for (const count of [1, 2, 3]) await answer(count);
    await waitFor(() => expect(first.step()).toBe('done'));
    await waitFor(() => expect(second.state()).toMatchObject({ step: 'done', job: { id: 'one', added: 3 } }));
    expect(sent()).toEqual(['one', 'one', 'one']);
    await second.forgetJob();
    await waitFor(() => expect(first.step()).toBe('none'));
    expect(records.size).toBe(0);
  });

  it('is started once by two taps at the same time', async () => {
    const { sent, answer } = heldServer();
    const tab = await openImportTab();
    const outcomes = [tab.startJob(parts, newJob('one'), []), tab.startJob(parts, newJob('two'), [])];
    expect(await Promise.all(outcomes)).toEqual(['started', 'other']);
    for (const count of [1, 2, 3]) await answer(count);
    await waitFor(() => expect(tab.step()).toBe('done'));
    expect(new Set(sent())).toEqual(new Set(['one']));
  });

  it('is paused there as well, and goes on from there', async () => {
    const { sent, answer } = heldServer();
    const [first, second] = [await openImportTab(), await openImportTab()];
    await first.startJob(parts, newJob('one'), []);
    await waitFor(() => expect(sent()).toHaveLength(1));
    await second.pauseJob();
    await answer(1);
    await waitFor(() => expect(first.state()).toMatchObject({ step: 'paused', job: { done: 1 } }));
    await waitFor(() => expect(second.state()).toMatchObject({ step: 'paused', job: { done: 1 } }));
    expect(sent()).toHaveLength(1);
    await second.continueJob();
    for (const count of [2, 3]) await answer(count);
    await waitFor(() => expect(first.step()).toBe('done'));
    expect(sent()).toHaveLength(3);
  });

  it('is refused once, and not by each tab in turn without end', async () => {
    const server = new FakeServer().on(IMPORT, () => problem(413, 'Your journal is full.'));
    const [first, second] = [await openImportTab(), await openImportTab()];
    await first.startJob(parts, newJob('one'), []);
    await waitFor(() => expect(first.step()).toBe('refused'));
    await waitFor(() =>
      expect(second.state()).toMatchObject({ step: 'refused', error: 'Your journal is full.' }),
    );
    expect(server.requests(IMPORT)).toHaveLength(1);
  });

  it('ends there if it is undone on another device, and is not sent again by a reload', async () => {
    const answers = [json(200, importReport({ added: 1 })), undone()];
    const server = new FakeServer().on(IMPORT, () => answers.shift() ?? undone());
    const [first, second] = [await openImportTab(), await openImportTab()];
    await first.startJob(parts, newJob('one'), []);
    const over = { step: 'refused', job: { added: 1 }, error: 'This import was undone.', isOver: true };
    await waitFor(() => expect(first.state()).toMatchObject(over));
    await waitFor(() => expect(second.state()).toMatchObject(over));
    const third = await openImportTab();
    await third.resumeJob();
    expect(third.state()).toMatchObject(over);
    expect(server.requests(IMPORT)).toHaveLength(2);
    await third.forgetJob();
    expect(records.size).toBe(0);
  });

  it('is stopped there before it is taken back, and says when the part on its way has been answered', async () => {
    const { sent, answer } = heldServer();
    const [first, second] = [await openImportTab(), await openImportTab()];
    await first.startJob(parts, newJob('one'), []);
    await waitFor(() => expect(sent()).toHaveLength(1));
    const lateUntil = await second.stopImport('one');
    expect(await lateUntil()).toBeGreaterThan(Date.now());
    await answer(1);
    await waitFor(async () => expect(await lateUntil()).toBeUndefined());
    await waitFor(() => expect(first.step()).toBe('none'));
    expect(sent()).toHaveLength(1);
    expect(records.size).toBe(0);
  });

  it('says so if only the other tab has it, since the device has no room', async () => {
    const { answer, sent } = heldServer();
    const keep = jest.spyOn(vault, 'keep').mockRejectedValue(new DOMException('', 'QuotaExceededError'));
    const [first, second] = [await openImportTab(), await openImportTab()];
    await first.startJob(parts, newJob('one'), []);
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(await second.startJob(parts, newJob('two'), [])).toBe('elsewhere');
    for (const count of [1, 2, 3]) await answer(count);
    await waitFor(() => expect(first.step()).toBe('done'));
    expect(await second.startJob(parts, newJob('two'), [])).toBe('started');
    keep.mockRestore();
    for (const count of [4, 5, 6]) await answer(count);
    await waitFor(() => expect(second.step()).toBe('done'));
  });
});

describe('an import, beside another account', () => {
  it('is neither shown to it nor sent by it, in the same page without a vault either', async () => {
    const { answer, sent } = heldServer();
    const keep = jest.spyOn(vault, 'keep').mockRejectedValue(new DOMException('', 'QuotaExceededError'));
    const tab = await openImportTab();
    await tab.startJob(parts, newJob('one'), []);
    await waitFor(() => expect(sent()).toHaveLength(1));
    tab.endSession('left');
    expect(tab.step()).toBe('none');
    tab.openSession(tokenOf({ ...ana, id: 'user-2' }));
    await tab.resumeJob();
    await answer(1);
    expect(tab.step()).toBe('none');
    expect(await tab.startJob(parts, newJob('two'), [])).toBe('started');
    for (const count of [2, 3, 4]) await answer(count);
    await waitFor(() => expect(tab.state()).toMatchObject({ step: 'done', job: { id: 'two' } }));
    expect(sent()).toEqual(['one', 'two', 'two', 'two']);
    keep.mockRestore();
  });
});
