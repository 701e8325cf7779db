import { screen, waitFor, within } from '@testing-library/react';
import { ana, emailProof, tokenOf } from '../../test/builders';
import { empty, json, problem } from '../../test/fake-server';
import { openApp, serverOfAna } from '../../test/render-app';
import { renderSection } from '../../test/render-within';
import { EmailAddress } from '../features/auth/components/settings/email-address';
import { SecondFactor } from '../features/auth/components/settings/second-factor';
import { AddressNotice } from './notices/address-notice';
import { fillIn, SIGN_UP } from '../../test/sign-up';

const ROUTE = '/api/user/me/email-proof';

/** Notices load after the page. */
const LOADS_LATER = { timeout: 25_000 };

const serverWhere = (over: Parameters<typeof emailProof>[0]) =>
  serverOfAna().on(`GET ${ROUTE}`, () => json(200, emailProof({ needed: true, ...over })));

describe('an unconfirmed address', () => {
  it('shows a notice in the journal, which can be dismissed', async () => {
    serverWhere({ sent: true });
    const { person } = openApp('/journal');
    expect(
      await screen.findByText(/A link was sent to ana@example.org/, {}, LOADS_LATER),
    ).toBeInTheDocument();
    await person.click(screen.getByRole('button', { name: 'Later' }));
    expect(screen.queryByText(/A link was sent/)).not.toBeInTheDocument();
  });

  it('gets its first mail and others on request, an error after too many, and no second factor until then', async () => {
    let sent = false;
    // The account was created while no mail was sent.
    const server = serverWhere({})
      .on(`GET ${ROUTE}`, () => json(200, emailProof({ needed: true, sent })))
      .on(`POST ${ROUTE}`, () => {
        sent = true;
        return empty(202);
      });
    const { person } = openApp('/settings');
    expect(await screen.findByText(/Please confirm that ana@example.org is yours/)).toBeInTheDocument();
    await person.click(screen.getByRole('button', { name: 'Send me a link' }));
    expect(await screen.findByText(/A link was sent to ana@example.org/)).toBeInTheDocument();
    // The button can be pressed again once the result is shown.
    const again = screen.getByRole('button', { name: 'Send it again' });
    await waitFor(() => expect(again).not.toHaveAttribute('aria-disabled'));
    expect(screen.queryByText(/have sent it again/)).not.toBeInTheDocument();
    await person.click(again);
    expect(await screen.findByText(/have sent it again/)).toBeInTheDocument();
    server.on(`POST ${ROUTE}`, () => problem(429, 'Too many emails to this address.'));
    await person.click(again);
    expect(await screen.findByText('Too many emails to this address.')).toBeInTheDocument();
    expect(server.requests(`POST ${ROUTE}`)).toHaveLength(3);
    const factor = within(screen.getByRole('region', { name: 'Second factor' }));
    expect(await factor.findByText(/Please confirm your email first/)).toBeInTheDocument();
    expect(factor.queryByRole('button', { name: 'Turn it on' })).not.toBeInTheDocument();
  });

  it('stands in the way of nothing once it is confirmed', async () => {
    serverWhere({ proved: true });
    const { section } = renderSection((props) => (
      <>
        <AddressNotice />
        <EmailAddress {...props} />
        <SecondFactor {...props} />
      </>
    ));
    expect(await section.findByText(`${ana.email} is confirmed.`)).toBeInTheDocument();
    expect(await section.findByRole('button', { name: 'Turn it on' })).toBeInTheDocument();
    expect(section.queryByText(/Check your email|Is this your address/)).not.toBeInTheDocument();
  });
});

describe('an address that changes', () => {
  it('waits until its link is opened, and can be cancelled', async () => {
    const state = { proved: true, newEmail: null as string | null };
    let isAway = false;
    const server = serverOfAna()
      .on(`GET ${ROUTE}`, () => json(200, emailProof({ needed: true, sent: true, ...state })))
      .on('PATCH /api/user/me', ({ body }) => {
        const { email } = body as { email: string };
        if (isAway) return problem(503, 'Not now');
        if (email === 'taken@example.org') return problem(409, 'There is an account', 'email');
        state.newEmail = email === ana.email ? null : email;
        return json(200, { ...ana, lastName: 'Silva', aiConsent: [], createdAt: '' });
      })
      .on(`POST ${ROUTE}`, () => empty(202));
    const { person } = renderSection(EmailAddress);
    await person.click(await screen.findByRole('button', { name: 'Use another address' }));
    await person.type(screen.getByLabelText('New email'), 'taken@example.org');
    await person.type(screen.getByLabelText('Your password'), 'a long evening');
    await person.click(screen.getByRole('button', { name: 'Send the link' }));
    expect(await screen.findByText('There is an account')).toBeInTheDocument();
    await person.clear(screen.getByLabelText('New email'));
    await person.type(screen.getByLabelText('New email'), 'new@example.org');
    await person.click(screen.getByRole('button', { name: 'Send the link' }));
    expect(await screen.findByText(/A link was sent to new@example.org/)).toBeInTheDocument();
    await person.click(screen.getByRole('button', { name: 'Send it again' }));
    expect(await screen.findByText(/have sent it again/)).toBeInTheDocument();
    await person.click(screen.getByRole('button', { name: 'Use another address' }));
    await person.type(screen.getByLabelText('New email'), 'newer@example.org');
    await person.type(screen.getByLabelText('Your password'), 'a long evening');
    await person.click(screen.getByRole('button', { name: 'Send the link' }));
    expect(await screen.findByText(/A link was sent to newer@example.org/)).toBeInTheDocument();
    expect(screen.queryByText(/have sent it again/)).not.toBeInTheDocument();
    const keep = async () => person.click(await screen.findByRole('button', { name: `Keep ${ana.email}` }));
    isAway = true;
    await keep();
    expect(await screen.findByText('Not now')).toBeInTheDocument();
    isAway = false;
    await keep();
    expect(await screen.findByText(`${ana.email} is confirmed.`)).toBeInTheDocument();
    expect(server.requests('PATCH /api/user/me').map(({ body }) => body)).toEqual([
      { email: 'taken@example.org', currentPassword: 'a long evening' },
      { email: 'new@example.org', currentPassword: 'a long evening' },
      { email: 'newer@example.org', currentPassword: 'a long evening' },
      { email: ana.email },
      { email: ana.email },
    ]);
  });

  it('is needed when another person has confirmed the old one; the journal stays', async () => {
    serverWhere({ needed: false, lost: true });
    const { person, path } = openApp('/journal');
    expect(await screen.findByText('Your journal needs another email', {}, LOADS_LATER)).toBeInTheDocument();
    await person.click(within(screen.getByRole('main')).getByRole('link', { name: 'settings' }));
    expect(path()).toBe('/settings');
    expect(await screen.findByText(/Your whole journal is still here/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Use another address' })).toBeInTheDocument();
  });
});

describe('the link in a mail', () => {
  const YES = { name: 'Yes, it is mine' };

  it('confirms when the button is pressed, and not when it is opened', async () => {
    const server = serverWhere({}).on(`PUT ${ROUTE}`, () => empty(204));
    const { person, path } = openApp('/confirm-email#the-token');
    const button = await screen.findByRole('button', YES);
    expect(server.received.filter(({ method }) => method !== 'GET')).toEqual([]);
    await person.click(button);
    expect(await screen.findByText(/your address is confirmed/)).toBeInTheDocument();
    expect(server.requests(`PUT ${ROUTE}`).map(({ body }) => body)).toEqual([{ token: 'the-token' }]);
    // The token holds the address, so it is renewed.
    expect(server.requests('GET /api/session')).toHaveLength(2);
    await person.click(screen.getByRole('link', { name: 'To your journal' }));
    expect(path()).toBe('/journal');
  });

  it('asks for the password in a browser that is not signed in', async () => {
    const server = serverOfAna()
      .on('GET /api/session', () => empty(204))
      .on('PUT /api/email-proofs', () => problem(401, 'Current password is wrong', 'currentPassword'));
    const { person } = openApp('/confirm-email#the-token');
    await person.type(await screen.findByLabelText('The password of your journal'), 'a long evening');
    await person.click(screen.getByRole('button', YES));
    expect(await screen.findByText('Current password is wrong')).toBeInTheDocument();
    server.on('PUT /api/email-proofs', () => empty(204));
    await person.click(screen.getByRole('button', YES));
    expect(await screen.findByText(/your address is confirmed/)).toBeInTheDocument();
    expect(server.requests('PUT /api/email-proofs').at(-1)?.body).toEqual({
      token: 'the-token',
      currentPassword: 'a long evening',
    });
  });

  it('says when it has expired or is of another account, which needs its password, and when there is no token', async () => {
    const server = serverWhere({}).on(`PUT ${ROUTE}`, () => problem(404, 'This link has been used'));
    const { person, view } = openApp('/confirm-email#the-token');
    await person.click(await screen.findByRole('button', YES));
    expect(await screen.findByText('This link has been used')).toBeInTheDocument();
    server.on(`PUT ${ROUTE}`, () =>
      json(403, { code: 'forbidden', errors: [{ msg: 'This link is for another account' }] }),
    );
    await person.click(screen.getByRole('button', YES));
    expect(await screen.findByText('This link is for another account')).toBeInTheDocument();
    expect(screen.getByLabelText('The password of your journal')).toBeInTheDocument();
    view.unmount();
    openApp('/confirm-email');
    expect(await screen.findByText(/Open the link in the mail/)).toBeInTheDocument();
  });

  it('lets the owner of the address begin a journal of their own, also with an invitation', async () => {
    const server = serverOfAna()
      .on('GET /api/session', () => empty(204))
      .on('GET /api/registration', () => json(200, { mode: 'invite', mail: true }))
      .on('POST /api/user/new', () => json(201, { token: tokenOf() }));
    const { person, path } = openApp('/confirm-email#the-token');
    await person.click(await screen.findByRole('link', { name: 'Begin your own journal' }));
    await fillIn(person, [
      ...SIGN_UP,
      ['Your invitation', 'https://journal.example.org/signup#an-invitation'],
    ]);
    await person.click(screen.getByRole('button', { name: 'Sign In' }));
    await waitFor(() => expect(path()).toBe('/journal'));
    expect(server.requests('POST /api/user/new')[0]?.body).toMatchObject({
      email: ana.email,
      emailProof: 'the-token',
      invitation: 'an-invitation',
    });
  });
});
