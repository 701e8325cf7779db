import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Measured } from '@inner-weather/domain/measures/measures';
import { useState } from 'react';
import { measure } from '../../../test/builders';
import type { Measure } from '../../lib/measures/measures';
import { withValue } from '../../lib/measures/with-value';
import MeasureRows from './measure-rows';

const ID = measure()._id;

/** One row, and what it has said. */
function drawRow(kind: Measure['kind'], value?: number, over: Partial<Measure> = {}, last?: number) {
  const said: (number | undefined)[] = [];
  const row = measure({ name: 'Tea', kind, ...over });
  function Rows() {
    const [values, setValues] = useState<Measured>(value === undefined ? {} : { [ID]: value });
    return (
      <I18nProvider i18n={i18n}>
        <MeasureRows
          measures={[row]}
          values={values}
          lastOf={() => (last === undefined ? undefined : { value: last, when: 'Yesterday' })}
          onChange={(id, next) => {
            said.push(next);
            setValues(withValue(values, id, next));
          }}
        />
        <button type="button">Elsewhere</button>
      </I18nProvider>
    );
  }
  render(<Rows />);
  return { said, person: userEvent.setup() };
}

const button = (name: string) => screen.getByRole('button', { name });
const field = () => screen.getByRole('textbox', { name: 'Tea' });

describe('a row of what is measured', () => {
  it.each<[Measure['kind'], string, number]>([
    ['yes-no', 'No', 0],
    ['yes-no', 'Yes', 1],
    ['scale-5', '4', 4],
  ])('takes %s by one tap on %s, and takes it back by the same tap', async (kind, name, value) => {
    const { said, person } = drawRow(kind);
    await person.click(button(name));
    expect(button(name)).toHaveAttribute('aria-pressed', 'true');
    await person.click(button(name));
    expect(said).toEqual([value, undefined]);
  });

  it.each<[Measure['kind'], string, number, string]>([
    ['duration', '7:30', 450, '7h 30m'],
    ['duration', '7,5', 450, '7h 30m'],
    ['duration', '٧:٣٠', 450, '7h 30m'],
    ['number', '2,5', 2.5, '2.5 cups'],
    ['number', '۳', 3, '3 cups'],
    ['number', '-4', -4, '-4 cups'],
    ['number', '10,500', 10_500, '10,500 cups'],
    ['number', '1 000 000.5', 1_000_000.5, '1,000,000.5 cups'],
    ['number', '0,125', 0.125, '0.125 cups'],
  ])('takes a %s as it is typed: %s', async (kind, typed, value, inWords) => {
    const { said, person } = drawRow(kind, undefined, { unit: 'cups' });
    await person.type(field(), typed);
    expect(said).toEqual([]);
    await person.click(button('Elsewhere'));
    expect(said).toEqual([value]);
    expect(field()).toHaveValue(inWords);
  });

  it('takes a number as German writes it, which a look at it does not change', async () => {
    document.documentElement.lang = 'de';
    const { said, person } = drawRow('number', 2.125, { unit: 'kg' });
    await person.click(field());
    expect(field()).toHaveValue('2,125');
    await person.click(button('Elsewhere'));
    expect(said).toEqual([]);
    await person.clear(field());
    await person.type(field(), '10.500,5');
    await person.click(button('Elsewhere'));
    expect(said).toEqual([10_500.5]);
    document.documentElement.lang = 'en';
  });

  it.each<[Measure['kind'], string]>([
    ['duration', '25:00'],
    ['duration', 'long'],
    ['number', '1.23456'],
  ])('keeps a %s that is none, and says so: %s', async (kind, typed) => {
    const { said, person } = drawRow(kind);
    await person.type(field(), typed);
    await person.click(button('Elsewhere'));
    expect(field()).toHaveValue(typed);
    expect(field()).toBeInvalid();
    expect(field()).toHaveAccessibleDescription(/^Write a value such as/);
    expect(said).toEqual([]);
  });

  it('counts by its buttons and by arrow keys, within what it can be', async () => {
    const { said, person } = drawRow('duration', 15);
    await person.click(button('Less: Tea'));
    expect(button('Less: Tea')).toBeDisabled();
    await person.click(field());
    await person.keyboard('{ArrowUp}{ArrowUp}{ArrowDown}{ArrowDown}{ArrowDown}');
    await person.click(button('More: Tea'));
    await person.click(button('Note nothing: Tea'));
    expect(said).toEqual([0, 15, 30, 15, 0, 0, 15, undefined]);
  });

  it('counts in tenths as people do, and from what is typed', async () => {
    const { said, person } = drawRow('number', 2.3);
    await person.click(button('Less: Tea'));
    await person.clear(field());
    await person.type(field(), '120');
    await person.keyboard('{ArrowUp}');
    expect(said).toEqual([1.3, 121]);
  });

  it.each<[Measure['kind'], number[]]>([
    ['duration', [435, 450]],
    ['number', [1, 2]],
  ])('begins a %s where it is likely to be', async (kind, values) => {
    const { said, person } = drawRow(kind, undefined, {}, 435);
    await person.click(button('More: Tea'));
    await person.click(button('More: Tea'));
    expect(said).toEqual(values);
  });

  it('is changed by a slider once, when it is let go', () => {
    const { said } = drawRow('scale-10');
    const slider = screen.getByRole('slider', { name: 'Tea' });
    expect(slider).toHaveAttribute('aria-valuetext', 'Nothing noted');
    fireEvent.input(slider, { target: { value: '8' } });
    expect(slider).toHaveAttribute('aria-valuetext', '8 of 10');
    expect(said).toEqual([]);
    fireEvent(slider, new Event('change', { bubbles: true }));
    fireEvent.click(slider);
    expect(said).toEqual([8]);
  });

  it('takes the middle of a slider by a tap on it, or by Enter', async () => {
    const { said, person } = drawRow('scale-10');
    const slider = screen.getByRole('slider', { name: 'Tea' });
    fireEvent.click(slider);
    await person.click(button('Note nothing: Tea'));
    slider.focus();
    await person.keyboard('{Enter}');
    expect(said).toEqual([5, undefined, 5]);
  });
});
