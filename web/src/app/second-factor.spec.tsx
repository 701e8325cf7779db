import { screen, waitFor } from '@testing-library/react';
import { ana, tokenOf } from '../../test/builders';
import { empty, json, lost, problem, UNREACHABLE } from '../../test/fake-server';
import { locksWhenHidden } from '../../test/locks-when-hidden';
import { openApp, serverOfAna } from '../../test/render-app';
import { renderSection } from '../../test/render-within';
import { logIn } from '../../test/sign-up';
import { SecondFactor } from '../features/auth/components/settings/second-factor';

const CODES = Array.from({ length: 10 }, (_, n) => `aaaa-bbbb-cccc-dddd-eeee-${n}${n}${n}${n}`);
const SECRET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const URI = `otpauth://totp/Inner%20Weather:ana?secret=${SECRET}`;

const active = (recoveryCodesLeft = 10) =>
  json(200, { active: true, activeSince: '2026-11-20T21:30:00.000Z', recoveryCodesLeft });
const inactive = () => json(200, { active: false, activeSince: null, recoveryCodesLeft: 0 });
const needsCode = () =>
  json(401, {
    code: 'second_factor_required',
    errors: [{ msg: 'Please also enter your code', field: 'code' }],
  });
const wrong = (msg: string, field: string) =>
  json(401, { code: 'invalid_credentials', errors: [{ msg, field }] });

describe('logging in with a second factor', () => {
  const serverThatAsks = () =>
    serverOfAna()
      .on('GET /api/session', () => empty(204))
      .on('POST /api/login', needsCode);
  const openCodeStep = async () => {
    const server = serverThatAsks();
    const app = openApp('/login');
    await logIn(app.person);
    return { server, ...app, field: await screen.findByLabelText('Code from your app') };
  };

  it('asks for the code in a second step, where the app and a phone can fill it in', async () => {
    const { server, person, path, field } = await openCodeStep();
    expect(screen.getByRole('heading', { name: 'One more step' })).toBeInTheDocument();
    expect(screen.queryByText('Invalid Credentials.')).not.toBeInTheDocument();
    await waitFor(() => expect(field).toHaveFocus());
    expect(field).toHaveAttribute('autocomplete', 'one-time-code');
    expect(field).toHaveAttribute('inputmode', 'numeric');
    server.on('POST /api/login', () => wrong('This code is wrong', 'code'));
    await person.type(field, '000000');
    await person.click(screen.getByRole('button', { name: 'Log In' }));
    expect(await screen.findByText('This code is wrong')).toBeInTheDocument();
    expect(field).toHaveAttribute('aria-invalid', 'true');
    server.on('POST /api/login', () => json(200, { token: tokenOf() }));
    await person.clear(field);
    await person.type(field, '123456{Enter}');
    await waitFor(() => expect(path()).toBe('/journal'));
    expect(server.requests('POST /api/login').at(-1)?.body).toEqual({
      email: ana.email,
      password: 'a long evening',
      code: '123456',
    });
  });

  it('leads back, and accepts a recovery code instead, but not too many of them', async () => {
    const { server, person, path } = await openCodeStep();
    await person.click(screen.getByRole('button', { name: 'Back' }));
    expect(await screen.findByLabelText('Email')).toHaveValue(ana.email);
    expect(screen.getByRole('link', { name: 'Forgot your password?' })).toBeInTheDocument();
    await logIn(person);
    await person.click(await screen.findByRole('button', { name: 'Use a recovery code' }));
    const field = await screen.findByLabelText('Recovery code');
    await waitFor(() => expect(field).toHaveFocus());
    expect(field).not.toHaveAttribute('inputmode');
    server.on('POST /api/login', () => problem(429, 'Too many wrong guesses.'));
    await person.type(field, `${CODES[0]}{Enter}`);
    expect(await screen.findByText('Too many wrong guesses.')).toBeInTheDocument();
    server.on('POST /api/login', () => json(200, { token: tokenOf() }));
    await person.click(screen.getByRole('button', { name: 'Log In' }));
    await waitFor(() => expect(path()).toBe('/journal'));
    expect(server.requests('POST /api/login').at(-1)?.body).toMatchObject({ code: CODES[0] });
  });
});

describe('the second factor in the settings', () => {
  it('is turned on by password and code, but not when the person cancels, and shows its recovery codes once', async () => {
    const server = serverOfAna()
      .on('POST /api/user/me/second-factor', () => wrong('Current password is wrong', 'currentPassword'))
      .on('POST /api/user/me/second-factor/confirmation', () => wrong('This code is wrong', 'code'));
    const { person } = openApp('/settings');
    await person.click(await screen.findByRole('button', { name: 'Turn it on' }));
    await person.click(screen.getByRole('button', { name: 'Cancel' }));
    const turnOn = await screen.findByRole('button', { name: 'Turn it on' });
    expect(turnOn).toHaveFocus();
    expect(server.requests('POST /api/user/me/second-factor')).toHaveLength(0);
    await person.click(turnOn);
    const password = screen.getByLabelText('Your password');
    await waitFor(() => expect(password).toHaveFocus());
    await person.type(password, 'a guess{Enter}');
    expect(await screen.findByText('Current password is wrong')).toBeInTheDocument();
    // A wrong password must not renew the token and send the guess again.
    expect(server.requests('POST /api/user/me/second-factor')).toHaveLength(1);
    server.on('POST /api/user/me/second-factor', () => json(201, { secret: SECRET, uri: URI }));
    await person.type(password, '{Enter}');

    const code = await screen.findByLabelText('Code from your app');
    await waitFor(() => expect(code).toHaveFocus());
    expect(screen.getByRole('img', { name: /QR code/ })).toBeInTheDocument();
    const key = screen.getByLabelText('Or type this key into the app');
    expect(key).toHaveTextContent('ABCD EFGH IJKL MNOP QRST UVWX YZ23 4567');
    await person.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await screen.findByText('Copied.')).toBeInTheDocument();
    expect(await navigator.clipboard.readText()).toBe('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567');
    expect(screen.getByRole('link', { name: /in an app on this device/ })).toHaveAttribute('href', URI);
    // The code is in another app, and the recovery codes may go to one.
    expect(await locksWhenHidden()).toBe(false);
    await person.type(code, '000000{Enter}');
    expect(await screen.findByText('This code is wrong')).toBeInTheDocument();
    server
      .on('POST /api/user/me/second-factor/confirmation', () => json(200, { recoveryCodes: CODES }))
      // Too late for a person who is quick.
      .on('GET /api/user/me/second-factor', () => new Promise(() => undefined));
    await person.clear(code);
    await person.type(code, '123456{Enter}');

    const heading = await screen.findByRole('heading', { name: 'Your recovery codes' });
    await waitFor(() => expect(heading).toHaveFocus());
    for (const one of CODES) expect(screen.getByText(one)).toBeInTheDocument();
    await person.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await screen.findByText('Copied.')).toBeInTheDocument();
    expect(await navigator.clipboard.readText()).toBe(`${CODES.join('\n')}\n`);
    expect(await locksWhenHidden()).toBe(false);
    await person.click(screen.getByRole('button', { name: 'I have saved them' }));
    const status = await screen.findByText(/You have 10 recovery codes left/);
    await waitFor(() => expect(status).toHaveFocus());
    expect(screen.queryByText(CODES[0] ?? '')).not.toBeInTheDocument();
    expect(await locksWhenHidden()).toBe(true);
  });

  it('is on, and offers new recovery codes, also if the answer that had them was lost', async () => {
    const server = serverOfAna()
      .on('POST /api/user/me/second-factor', () => json(201, { secret: SECRET, uri: URI }))
      .on('POST /api/user/me/second-factor/confirmation', () => {
        server.on('GET /api/user/me/second-factor', () => active());
        return lost();
      });
    // Other sections of the page ask for it, too.
    const { person } = renderSection(SecondFactor);
    await person.click(await screen.findByRole('button', { name: 'Turn it on' }));
    await person.type(screen.getByLabelText('Your password'), 'a long evening{Enter}');
    await person.type(await screen.findByLabelText('Code from your app'), '123456{Enter}');
    expect(await screen.findByText(UNREACHABLE)).toBeInTheDocument();
    await person.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('button', { name: 'Create new recovery codes' })).toBeInTheDocument();
  });

  it('shows its recovery codes, though the page knows earlier that it is on', async () => {
    const server = serverOfAna()
      .on('POST /api/user/me/second-factor', () => json(201, { secret: SECRET, uri: URI }))
      .on('POST /api/user/me/second-factor/confirmation', async () => {
        server.on('GET /api/user/me/second-factor', () => active());
        // Back from the authenticator app, where the page asks again.
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
        await waitFor(() => expect(server.requests('GET /api/user/me/second-factor')).toHaveLength(2));
        // Time to show it, if the page did.
        await new Promise((resolve) => setTimeout(resolve, 100));
        // Nor does the answer, which has them once, come to a form that is gone.
        await person.click(screen.getByRole('button', { name: 'Cancel' }));
        return json(200, { recoveryCodes: CODES });
      });
    const { person } = renderSection(SecondFactor);
    await person.click(await screen.findByRole('button', { name: 'Turn it on' }));
    await person.type(screen.getByLabelText('Your password'), 'a long evening{Enter}');
    await person.type(await screen.findByLabelText('Code from your app'), '123456{Enter}');
    expect(await screen.findByRole('heading', { name: 'Your recovery codes' })).toBeInTheDocument();
  });

  it('says when few recovery codes are left, and creates new ones', async () => {
    const server = serverOfAna()
      .on('GET /api/user/me/second-factor', () => active(1))
      .on('POST /api/user/me/second-factor/recovery-codes', () => json(201, { recoveryCodes: CODES }));
    const { person } = renderSection(SecondFactor);
    expect(await screen.findByText(/You have 1 recovery code left/)).toBeInTheDocument();
    expect(screen.getByText(/Create new recovery codes before you run out/)).toBeInTheDocument();
    await person.click(screen.getByRole('button', { name: 'Create new recovery codes' }));
    await person.type(screen.getByLabelText('Your password'), 'a long evening');
    await person.type(screen.getByLabelText('A code from your app, or a recovery code'), '123456');
    await person.click(screen.getByRole('button', { name: 'Create new codes' }));
    expect(await screen.findByText(CODES[9]!)).toBeInTheDocument();
    expect(server.requests('POST /api/user/me/second-factor/recovery-codes')[0]?.body).toEqual({
      currentPassword: 'a long evening',
      code: '123456',
    });
  });

  it('is turned off by password and code, and says what was wrong with them', async () => {
    const server = serverOfAna()
      .on('GET /api/user/me/second-factor', () => active())
      .on('POST /api/user/me/second-factor/removal', () => wrong('This code is wrong', 'code'));
    const { person } = renderSection(SecondFactor);
    const turnOff = () => screen.findByRole('button', { name: 'Turn it off' });
    await person.click(await turnOff());
    await person.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await turnOff()).toHaveFocus();
    await person.click(await turnOff());
    await person.type(screen.getByLabelText('Your password'), 'a long evening');
    await person.type(screen.getByLabelText('A code from your app, or a recovery code'), '000000{Enter}');
    expect(await screen.findByText('This code is wrong')).toBeInTheDocument();
    server
      .on('POST /api/user/me/second-factor/removal', () => empty(204))
      .on('GET /api/user/me/second-factor', inactive);
    await person.click(screen.getByRole('button', { name: 'Turn it off' }));
    const turnOn = await screen.findByRole('button', { name: 'Turn it on' });
    await waitFor(() => expect(turnOn).toHaveFocus());
  });
});
