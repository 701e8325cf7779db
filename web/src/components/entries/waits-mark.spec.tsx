import { newUuid7 } from '@inner-weather/domain/entries/uuid7';
import { jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { ana, tokenOf } from '../../../test/builders';
import { openSession } from '../../lib/api/session';
import { editOutbox } from '../../lib/outbox/outbox';
import { type Change, newIdOf, type Waiting } from '../../lib/outbox/changes';
import { MENTIONED_AFTER_MS, WaitsMark } from './waits-mark';

const body = { email: ana.email, content: 'Words', location: 'Porto', inputMood: 'Happy' };
const CREATE: Change = { kind: 'create', body };
const UPDATE: Change = { kind: 'update', body, base: 'old' };

async function keep(change: Change, problem?: Waiting['problem']): Promise<Waiting> {
  const id = newUuid7();
  const entryId = change.kind === 'create' ? newIdOf(id) : id;
  const one: Waiting = { id, order: 1, entryId, change, isAttempted: true, ...(problem && { problem }) };
  await act(() => editOutbox(() => ({ put: [one], remove: [] })));
  return one;
}

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  jest.useFakeTimers();
  openSession(tokenOf());
});
afterEach(() => void jest.useRealTimers());

describe('the mark of an entry', () => {
  it.each([
    [CREATE, 'On this device only'],
    [UPDATE, 'Change not sent yet'],
  ])('says that it waits until it is sent', async (change, text) => {
    const { id, entryId } = await keep(change);
    render(<WaitsMark entryId={entryId} />);
    // With a connection, it is sent before that.
    await pass(MENTIONED_AFTER_MS - 1);
    expect(screen.queryByText(text)).not.toBeInTheDocument();
    await pass(1);
    expect(screen.getByText(text)).toBeInTheDocument();
    await act(() => editOutbox(() => ({ put: [], remove: [id] })));
    expect(screen.queryByText(text)).not.toBeInTheDocument();
  });

  it('leaves what needs its writer to the list', async () => {
    const { entryId } = await keep(UPDATE, { kind: 'gone' });
    const { container } = render(<WaitsMark entryId={entryId} />);
    await pass(2 * MENTIONED_AFTER_MS);
    expect(container).toBeEmptyDOMElement();
  });
});
