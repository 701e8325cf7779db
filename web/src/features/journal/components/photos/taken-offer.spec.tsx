import { cleanup, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useForm } from 'react-hook-form';
import { ana, tokenOf } from '../../../../../test/builders';
import { json } from '../../../../../test/fake-server';
import { renderWithin } from '../../../../../test/render-within';
import { serverOfAna } from '../../../../../test/server-of-ana';
import { openSession } from '../../../../lib/api/session';
import { placedHere, placedThere } from '../../../../lib/dates/dates';
import { EMPTY, type EntryValues } from '../../../../lib/entry/entry-values';
import type { Taken } from '../../../../components/photos/taken';
import { TakenOffer } from './taken-offer';

const PORTO = { latitude: 41.158, longitude: -8.611 };
const BERGEN = { latitude: 60.39, longitude: 5.32 };

interface FormProps {
  taken: Taken;
  values?: Partial<EntryValues>;
  /** Of the entry that is edited. */
  createdAt?: string;
}

function Form({ taken, values, createdAt }: FormProps) {
  const form = useForm<EntryValues>({ defaultValues: { ...EMPTY, location: 'Porto', ...values } });
  const place = createdAt ? (minute: string) => placedThere(minute, createdAt) : placedHere;
  return (
    <form>
      <textarea aria-label="Words" {...form.register('content')} />
      <input aria-label="Time" {...form.register('date')} />
      <input aria-label="City" {...form.register('location')} />
      <TakenOffer taken={taken} form={form} place={place} />
    </form>
  );
}

const asked = (question: string) => screen.findByText(question);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('the time and place of a photo', () => {
  let server: ReturnType<typeof serverOfAna>;

  function open(props: FormProps) {
    server = serverOfAna();
    openSession(tokenOf({ ...ana, timeZone: 'Europe/Lisbon' }));
    renderWithin(<Form {...props} />);
  }

  it('are offered, and set the time and the city of the entry', async () => {
    open({ taken: { minute: '2024-06-14T18:05', where: PORTO }, values: { location: 'Bergen' } });
    await asked('Taken on 14 Jun 2024, 18:05, near Porto. Use it?');
    expect(screen.getByLabelText('Time')).toHaveValue('');
    await press('Yes');
    expect(screen.getByLabelText('Time')).toHaveValue('2024-06-14T18:05');
    expect(screen.getByLabelText('City')).toHaveValue('Porto');
    expect(screen.getByLabelText('Words')).toHaveFocus();
    expect(screen.queryByText(/^Taken/)).not.toBeInTheDocument();
  });

  it('are asked about once', async () => {
    const taken = { minute: '2024-06-14T18:05' };
    open({ taken });
    await asked('Taken on 14 Jun 2024, 18:05. Use it?');
    await press('No');
    expect(screen.getByLabelText('Time')).toHaveValue('');
    fireEvent.change(screen.getByLabelText('Time'), { target: { value: '2024-01-01T10:00' } });
    expect(screen.queryByText(/^Taken/)).not.toBeInTheDocument();
  });

  it.each<[string, Taken, string, string]>([
    [
      'of another zone, on the clocks of the writer',
      { minute: '2024-06-15T02:05', offset: 540 },
      '',
      '14 Jun 2024, 18:05',
    ],
    [
      'on the clocks of the entry',
      { minute: '2024-06-14T18:05', offset: 60 },
      '2024-05-01T10:00:00.000+09:00',
      '15 Jun 2024, 02:05',
    ],
  ])('are offered %s', async (_what, taken, createdAt, inWords) => {
    open({ taken, createdAt, values: { date: createdAt.slice(0, 16) } });
    await asked(`Taken on ${inWords}. Use it?`);
  });

  it('are offered apart, where the entry has one of them', async () => {
    open({
      taken: { minute: '2024-06-14T18:05', where: PORTO },
      values: { date: '2024-06-14T17:30', location: 'Bergen' },
    });
    await asked('Taken near Porto. Use it?');
    await press('Yes');
    expect(screen.getByLabelText('Time')).toHaveValue('2024-06-14T17:30');
  });

  it.each<[string, Taken, string]>([
    ['the entry has it', { minute: '2024-06-14T18:05' }, '2024-06-14T18:45'],
    ['it is still to come', { minute: '2999-06-14T18:05' }, ''],
    ['it is before all entries', { minute: '1899-06-14T18:05' }, ''],
  ])('have no time if %s', (_why, taken, date) => {
    open({ taken, values: { date } });
    expect(screen.queryByText(/^Taken/)).not.toBeInTheDocument();
  });

  it('have no city if the entry has it, or if none that is known is near; only names of cities are looked up', async () => {
    open({ taken: { minute: '2024-06-14T18:05', where: PORTO } });
    await asked('Taken on 14 Jun 2024, 18:05. Use it?');
    cleanup();
    open({ taken: { minute: '2024-06-14T18:05', where: BERGEN }, values: { location: 'Lisbon' } });
    await asked('Taken on 14 Jun 2024, 18:05. Use it?');
    const lookedUp = server.requests('GET /api/places').map(({ query }) => query);
    expect(lookedUp.map((query) => query.get('name'))).toContain('Porto');
    for (const query of lookedUp) expect([...query.keys()]).toEqual(['name', 'whole']);
  });

  it('have the city of the extract, with its country, if cities cannot be looked up', async () => {
    open({ taken: { minute: '2024-06-14T18:05', where: PORTO }, values: { location: 'Bergen' } });
    server.on('GET /api/places', () => json(200, { items: null }));
    await asked('Taken on 14 Jun 2024, 18:05, near Porto, Portugal. Use it?');
  });
});
