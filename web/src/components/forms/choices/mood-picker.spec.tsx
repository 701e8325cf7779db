import { MOODS } from '@inner-weather/domain/entries/moods';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { MoodPicker } from './mood-picker';

function Picker() {
  const [mood, setMood] = useState('');
  return (
    <>
      <MoodPicker legend="How do you feel?" value={mood} onChange={setMood} />
      <output>{mood}</output>
    </>
  );
}

// Contract: 2 six moods with pictures
describe('MoodPicker', () => {
  afterEach(() => document.documentElement.removeAttribute('lang'));

  it('offers all moods as one radio group, none of them chosen', () => {
    render(<Picker />);
    expect(screen.getByRole('group', { name: 'How do you feel?' })).toBeInTheDocument();
    const radios = screen.getAllByRole('radio');
    const offered = radios.map((radio) => radio.closest('label')?.textContent);
    expect(offered).toEqual([...MOODS]);
    for (const documented of ['Very Happy', 'Happy', 'Neutral', 'Sad', 'Angry', 'Tired'])
      expect(offered).toContain(documented);
    for (const radio of radios) expect(radio).not.toBeChecked();
  });

  it('allows one choice, and clears it at a second press', async () => {
    const person = userEvent.setup();
    render(<Picker />);
    await person.click(screen.getByRole('radio', { name: 'Sad' }));
    await person.click(screen.getByRole('radio', { name: 'Tired' }));
    expect(screen.getByRole('status')).toHaveTextContent('Tired');
    expect(screen.getByRole('radio', { name: 'Sad' })).not.toBeChecked();
    await person.click(screen.getByRole('radio', { name: 'Tired' }));
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
    expect(screen.getByRole('radio', { name: 'Tired' })).not.toBeChecked();
  });

  it('works with the keyboard', async () => {
    const person = userEvent.setup();
    render(<Picker />);
    await person.tab();
    expect(screen.getByRole('radio', { name: 'Very Happy' })).toHaveFocus();
    await person.keyboard('{ArrowDown}{ArrowDown}');
    expect(screen.getByRole('status')).toHaveTextContent('Neutral');
  });

  it.each([
    ['en', 'Very Happy'],
    ['ar', 'Neutral'],
  ])('goes where the arrow keys point, in %s', async (language, mood) => {
    document.documentElement.lang = language;
    const person = userEvent.setup();
    render(<Picker />);
    await person.click(screen.getByRole('radio', { name: 'Happy' }));
    await person.keyboard('{ArrowLeft}');
    expect(screen.getByRole('status')).toHaveTextContent(mood);
    expect(screen.getByRole('radio', { name: mood })).toHaveFocus();
    await person.keyboard('{ArrowRight}');
    expect(screen.getByRole('radio', { name: 'Happy' })).toBeChecked();
  });
});
