import { randomUUID } from 'node:crypto';
import { BEGINNING_LIMITS, OUR_TEMPLATES } from '@inner-weather/domain/beginnings/beginnings';
import { jest } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { Api, PASSWORD, type Person } from '../support/requests/api.js';
import { launch, Visit } from '../support/pages/browser.js';
import { stackUrl } from '../support/stacks/config.js';

jest.setTimeout(90_000);

const api = new Api(stackUrl());

describe('questions and templates', () => {
  let browser: Browser;
  let ada: Person;
  let visit: Visit | undefined;

  beforeAll(async () => {
    [ada, browser] = await Promise.all([api.signUp(), launch()]);
  });

  afterAll(() => browser.close());

  afterEach(async () => {
    if (!visit) return;
    expect(visit.foreign).toEqual([]);
    expect(visit.errors).toEqual([]);
    await visit.close();
  });

  it('may be as many and as long as the limits say', async () => {
    const { questionsMax, questionMax, templatesMax, templateNameMax, templateTextMax } = BEGINNING_LIMITS;
    const questions = Array.from({ length: questionsMax }, () => ({
      ...{ _id: randomUUID(), text: '🌊'.repeat(questionMax) },
      ...{ weekdays: [1, 2, 3, 4, 5, 6, 7], archived: false },
    }));
    const templates = Array.from({ length: templatesMax }, () => ({
      ...{ _id: randomUUID(), name: '🌊'.repeat(templateNameMax), text: '🌊'.repeat(templateTextMax) },
    }));
    const bea = await api.signUp();
    const body = { version: 0, questions, templates, onlyOwn: true, hidden: [...OUR_TEMPLATES] };
    expect(await bea.request('PUT', '/api/beginnings', { body })).toMatchObject({ status: 200 });
    const answer = await bea.request('GET', '/api/beginnings');
    expect(answer.body).toEqual({ ...body, version: 1 });
  });

  it('are made in the settings, and a link opens the form with one, also signed out and without a connection', async () => {
    visit = await Visit.start(browser, { size: 'phone', worker: true });
    const { page } = visit;
    await visit.logIn(ada, '/settings#section-beginnings');
    const section = page.getByRole('region', { name: 'Questions and templates' });
    await section.getByRole('button', { name: 'Add a question' }).click();
    await section.getByLabel('Your question').fill('Did the herons come?');
    await section.getByRole('button', { name: 'Save', exact: true }).click();
    await section.getByRole('button', { name: 'Add a template' }).click();
    await section.getByLabel('Name', { exact: true }).fill('After therapy');
    await section.getByLabel('What the form begins with').fill('What stayed:\n\n\nWhat I want to try:');
    await visit.look('beginnings-template-form', '[id=section-beginnings]');
    await section.getByRole('button', { name: 'Save', exact: true }).click();
    await section.getByRole('button', { name: /^Link to .?After therapy/ }).click();
    const link = (await section.getByRole('group', { name: /^Opens the form with/ }).textContent()) ?? '';
    await visit.lookOnBoth('beginnings-settings', '[id=section-beginnings]');

    await page.goto('/journal');
    const form = page.getByRole('form', { name: 'New entry' });
    const text = form.getByLabel('Your entry');
    await text.click();
    await form.getByRole('button', { name: 'Templates' }).click();
    await visit.lookOnBoth('beginnings-templates', '[aria-label="New entry"]');
    await form.getByRole('button', { name: 'Three good things' }).click();
    await page.waitForFunction(() => document.activeElement instanceof HTMLTextAreaElement);
    // The browser's own undo takes it back.
    await page.keyboard.press('Control+z');
    expect(await text.inputValue()).toBe('');

    await page.evaluate(() => fetch('/api/logout', { method: 'POST' }));
    await page.goto(link);
    await page.getByLabel('Email').fill(ada.user.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Log In' }).click();
    const filled = () =>
      page.waitForFunction(() =>
        document.querySelector<HTMLTextAreaElement>('#new-entry-text')?.value.startsWith('What stayed:'),
      );
    await filled();
    expect(new URL(page.url()).search).toBe('');
    // Below the first question.
    await page.keyboard.type('A calm hour.');
    await form.getByRole('button', { name: 'Save Entry' }).click();
    await page.getByText('Journal entry saved successfully!').waitFor();
    await page.reload();
    await page.getByText(/What stayed:\s+A calm hour\./).waitFor();
    await page.evaluate(() => navigator.serviceWorker.ready);
    await visit.context.setOffline(true);
    await page.goto(link);
    await filled();
    await visit.context.setOffline(false);
  });
});
