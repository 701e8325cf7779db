import { newUuid7 } from '@inner-weather/domain/entries/uuid7';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { jest } from '@jest/globals';
import { ana, tokenOf } from '../../../test/builders';
import { empty, foreignAnswer, lost, problem } from '../../../test/fake-server';
import { openApp, serverOfAna } from '../../../test/render-app';
import { logIn } from '../../../test/sign-up';
import { front, frontStore } from '../../lib/api/front';
import { createQueryClient } from '../../lib/api/query-client';
import { openSession } from '../../lib/api/session';
import { editOutbox } from '../../lib/outbox/outbox';
import { newIdOf, type Waiting } from '../../lib/outbox/changes';
import { WaitingLine } from '../../features/journal/components/waiting/waiting-line';
import { WaitingFrontLine } from './waiting-front-line';

const LINE = 'Something in front of the journal asks you to sign in.';
const SIGN_IN = { name: 'Sign in' };

/** Notices load after the page. */
const PATIENT = { timeout: 25_000 };

const newEntry = (order: number): Waiting => {
  const id = newUuid7();
  const body = { email: ana.email, content: 'New words', location: 'Porto', inputMood: 'Happy' };
  return { id, order, entryId: newIdOf(id), change: { kind: 'create', body }, isAttempted: true };
};

const keep = (...waiting: Waiting[]) => act(() => editOutbox(() => ({ put: waiting, remove: [] })));
const meetFront = () => {
  // From now on, nothing else answers.
  globalThis.fetch = async () => foreignAnswer(401);
  act(() => frontStore.set(true));
};

describe('a sign-in in front of the journal', () => {
  let signIn: jest.SpiedFunction<typeof front.signIn>;

  beforeEach(() => {
    signIn = jest.spyOn(front, 'signIn').mockReturnValue();
  });

  afterEach(() => {
    act(() => frontStore.set(false));
    jest.restoreAllMocks();
  });

  it('is a line below the title, explained before the whole window is led there, and goes once an answer comes through', async () => {
    serverOfAna();
    const { person, go } = openApp('/journal');
    await screen.findByRole('heading', { name: "Ana's Journal" });
    expect(screen.queryByText(LINE)).not.toBeInTheDocument();
    meetFront();
    const line = await screen.findByText(LINE, {}, PATIENT);
    expect(line).toHaveAttribute('role', 'status');
    const title = screen.getByRole('heading', { level: 1 });
    const place = screen.getByPlaceholderText('Tell me about your day...!');
    expect(title.compareDocumentPosition(line) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    expect(line.compareDocumentPosition(place) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();

    await person.click(screen.getByRole('button', SIGN_IN));
    const dialog = await screen.findByRole('dialog', { name: LINE.replace('.', '') });
    expect(dialog).toHaveAccessibleDescription(/does not want the journal’s password/);
    expect(within(dialog).queryByText(/kept on this device/)).not.toBeInTheDocument();
    expect(dialog).toHaveTextContent(`Opens ${window.location.host} in this window and returns here.`);
    expect(within(dialog).getByRole('button', { name: 'Open the sign-in' })).toHaveFocus();
    await person.click(within(dialog).getByRole('button', { name: 'Later' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.getByRole('button', SIGN_IN)).toHaveFocus();
    expect(signIn).not.toHaveBeenCalled();
    await person.click(screen.getByRole('button', SIGN_IN));
    await person.click(await screen.findByRole('button', { name: 'Open the sign-in' }));
    expect(signIn).toHaveBeenCalledTimes(1);

    await go('/import');
    expect(place).not.toBeInTheDocument();
    expect(await screen.findByText(LINE, {}, PATIENT)).toBeInTheDocument();
    act(() => frontStore.set(false));
    expect(screen.queryByText(LINE)).not.toBeInTheDocument();
    expect(screen.queryByRole('button', SIGN_IN)).not.toBeInTheDocument();
  });

  it.each([
    [1, '1 entry waits.', /^Your last entry is kept on this device\. It is sent/],
    [2, '2 entries wait.', /^Your last 2 entries are kept on this device\. They are sent/],
  ])('says that %s waits, in place of the line about the connection', async (count, words, kept) => {
    serverOfAna().on('POST /api/journal/new', lost);
    openSession(tokenOf());
    await keep(...Array.from({ length: count }, (_, order) => newEntry(order)));
    render(
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={createQueryClient()}>
          <WaitingFrontLine />
          <WaitingLine />
        </QueryClientProvider>
      </I18nProvider>,
    );
    expect(screen.getByText(/for a connection$/)).toBeInTheDocument();
    meetFront();
    expect(screen.getByText(words)).toBeInTheDocument();
    expect(screen.queryByText(/for a connection$/)).not.toBeInTheDocument();
    await userEvent.setup().click(screen.getByRole('button', SIGN_IN));
    expect(await screen.findByText(kept)).toBeInTheDocument();
  });

  it('is told in place of a login that cannot work, on a device that keeps nothing', async () => {
    serverOfAna().on('GET /api/session', lost);
    const { person, path } = openApp('/journal');
    meetFront();
    await person.click(await screen.findByRole('button', SIGN_IN, PATIENT));
    expect(path()).toBe('/journal');
    expect(screen.queryByText(/The server cannot be reached/)).not.toBeInTheDocument();
    const dialog = await screen.findByRole('dialog');
    await person.click(within(dialog).getByRole('button', { name: 'Open the sign-in' }));
    expect(signIn).toHaveBeenCalledTimes(1);
  });

  it('is told to a visitor who meets it with a login, until an answer comes through', async () => {
    const server = serverOfAna()
      .on('GET /api/session', () => empty(204))
      .on('POST /api/login', () => foreignAnswer(401));
    const { person } = openApp('/login');
    await logIn(person);
    expect(await screen.findByText(LINE, {}, PATIENT)).toBeInTheDocument();
    expect(screen.getByRole('button', SIGN_IN)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
    server.on('POST /api/login', () => problem(401, 'Invalid Credentials.', 'password'));
    await logIn(person);
    expect(await screen.findByText('Invalid Credentials.')).toBeInTheDocument();
    expect(screen.queryByText(LINE)).not.toBeInTheDocument();
  });
});
