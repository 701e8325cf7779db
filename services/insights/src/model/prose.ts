import type { Sky } from '@inner-weather/contracts/skies';
import type { EntryFigures, MoodGroup, Statistics } from './statistics.js';

/** Entries that are told one by one; the others are in the figures. */
const TOLD_ONE_BY_ONE = 14;

/** Means closer than this are told as alike. */
const ALIKE = 0.5;

const SKY_WORDS: Record<Sky, string> = {
  clear: 'clear skies',
  cloudy: 'clouds',
  fog: 'fog',
  rain: 'rain',
  snow: 'snow',
  storm: 'storms',
};

/** An insight in markdown, the same for the same figures. */
export function proseOf(userName: string, statistics: Statistics): string {
  return [
    `Hello ${plain(userName)},`,
    opening(statistics),
    '## Your moods',
    moods(statistics),
    '## Mood and weather',
    weather(statistics),
    ...section('## Days and places', daysAndPlaces(statistics)),
    '## Entry by entry',
    entryByEntry(statistics),
    '## What may help',
    advice(statistics)
      .map((line) => `- ${line}`)
      .join('\n'),
    closing(statistics),
  ].join('\n\n');
}

function opening({ entries, days, firstDay, lastDay }: Statistics): string {
  const span =
    firstDay === lastDay ? `on ${inWords(firstDay)}` : `from ${inWords(firstDay)} to ${inWords(lastDay)}`;
  return `thank you for writing. I read ${count(entries, 'entry', 'entries')} on ${count(days, 'day', 'days')}, ${span}.`;
}

function moods({ moods, otherMoods, mood, trend, sentiment }: Statistics): string {
  const parts = moods.map(({ name, entries }) => `**${name}** ${times(entries)}`);
  if (otherMoods > 0) parts.push(`other words or none ${times(otherMoods)}`);
  const lines = [`You chose ${listInWords(parts)}.`];
  if (mood !== undefined) lines.push(`Taken together, your mood was ${moodInWords(mood)}.`);
  if (trend !== undefined) lines.push(trendInWords(trend));
  if (sentiment !== undefined) lines.push(`Your words themselves sound ${soundOf(sentiment)}.`);
  const gap = gapInWords(mood, sentiment);
  if (gap) lines.push(gap);
  return lines.join(' ');
}

function weather({ skies, each }: Statistics): string {
  const known = each.filter(({ sky }) => sky !== undefined).length;
  const [best] = skies;
  const worst = skies.at(-1);
  if (known === 0) return 'None of these entries carries a weather that I can compare yet.';
  if (!best || !worst || best === worst) {
    return `${count(known, 'entry carries', 'entries carry')} a weather, not yet enough of different kinds to compare. A few more days will tell.`;
  }
  const list = skies.map((group) => `- **${SKY_WORDS[group.name]}**: ${groupInWords(group)}`).join('\n');
  const verdict =
    best.mood - worst.mood < ALIKE
      ? 'Your mood hardly moved with the weather: what shapes your days seems to lie elsewhere.'
      : `Your mood was brightest with ${SKY_WORDS[best.name]} and lowest with ${SKY_WORDS[worst.name]}. That they came together does not mean that one made the other.`;
  return `${list}\n\n${verdict}`;
}

function daysAndPlaces({ weekdays, places, each }: Statistics): string {
  const lines: string[] = [];
  const [bestDay] = weekdays;
  const worstDay = weekdays.at(-1);
  if (bestDay && worstDay && bestDay.mood - worstDay.mood >= ALIKE) {
    lines.push(`Your brightest weekday was **${bestDay.name}**, your heaviest **${worstDay.name}**.`);
  }
  const [bestPlace] = places;
  const worstPlace = places.at(-1);
  if (bestPlace && worstPlace && bestPlace.mood - worstPlace.mood >= ALIKE) {
    lines.push(`You felt better in **${plain(bestPlace.name)}** than in **${plain(worstPlace.name)}**.`);
  } else {
    const cities = [...new Set(each.map(({ location }) => location))];
    const [city] = cities;
    if (cities.length === 1 && city) lines.push(`All of this was written in **${plain(city)}**.`);
  }
  return lines.join(' ');
}

function entryByEntry({ each }: Statistics): string {
  const lines = each.slice(0, TOLD_ONE_BY_ONE).map((entry) => `- ${entryInWords(entry)}`);
  if (each.length > TOLD_ONE_BY_ONE) {
    lines.push(
      `- and ${count(each.length - TOLD_ONE_BY_ONE, 'earlier entry', 'earlier entries')}, counted above`,
    );
  }
  return lines.join('\n');
}

function entryInWords({ day, inputMood, sentiment, weatherData, location }: EntryFigures): string {
  const mood = inputMood ? plain(inputMood) : 'no mood chosen';
  const sound = sentiment === undefined ? '' : `; the words sound ${soundOf(sentiment)}`;
  const where = weatherData ? `${plain(weatherData)} in ${plain(location)}` : plain(location);
  return `**${inWords(day)}**: ${mood}, ${where}${sound}`;
}

function advice({ entries, days, mood, trend, skies, weekdays, moods }: Statistics): string[] {
  const lines: string[] = [];
  const worstSky = skies.at(-1);
  const worstDay = weekdays.at(-1);
  const tired = moods.find(({ name }) => name === 'Tired')?.entries ?? 0;
  const angry = moods.find(({ name }) => name === 'Angry')?.entries ?? 0;
  if (tired / entries >= 0.25) {
    lines.push(
      'Tired comes up often. An evening without plans, and going to bed at the same hour, may do more than they seem to.',
    );
  }
  if (angry / entries >= 0.25) {
    lines.push(
      'When you are angry, write down what exactly crossed your line. A named thing is easier to change, or to leave.',
    );
  }
  if (worstSky && skies.length > 1 && worstSky.mood < 0) {
    lines.push(
      `Keep something small and kind ready for days with ${SKY_WORDS[worstSky.name]}: a call, a walk, a favourite meal.`,
    );
  }
  if (worstDay && weekdays.length > 1 && worstDay.mood < 0) {
    lines.push(`Leave some room on ${worstDay.name}s; they weigh more than your other days.`);
  }
  if (mood !== undefined && mood <= -1) {
    lines.push(
      'These were hard days. If it stays like this, talk to somebody you trust, or to a doctor: you need not carry it alone.',
    );
  }
  if (trend !== undefined && trend >= ALIKE) {
    lines.push(
      'Things have been looking up. Note what was different lately, so that you can do it on purpose.',
    );
  }
  if (days < 5)
    lines.push(
      'Two or three lines on most days are enough: the more days I can read, the clearer the patterns.',
    );
  if (lines.length === 0) lines.push('Carry on as you do, and reread an entry from a good day now and then.');
  return lines;
}

function closing({ mood }: Statistics): string {
  return mood !== undefined && mood < 0
    ? 'Be gentle with yourself. Weather passes, the inner one too.'
    : 'It is good that you write. See you in the next entry.';
}

function section(title: string, text: string): string[] {
  return text === '' ? [] : [title, text];
}

function groupInWords({ entries, mood }: MoodGroup): string {
  return `${moodInWords(mood)} (mean ${signed(mood)}, ${count(entries, 'entry', 'entries')})`;
}

function moodInWords(mood: number): string {
  if (mood >= 1.25) return 'very bright';
  if (mood >= 0.4) return 'bright';
  if (mood > -0.4) return 'even';
  if (mood > -1.25) return 'low';
  return 'very low';
}

function soundOf(sentiment: number): string {
  if (sentiment >= 2) return 'warm';
  if (sentiment >= 0.5) return 'friendly';
  if (sentiment > -0.5) return 'balanced';
  if (sentiment > -2) return 'heavy';
  return 'very heavy';
}

function trendInWords(trend: number): string {
  if (Math.abs(trend) < ALIKE) return 'It stayed about the same from the earlier half to the later.';
  return trend > 0
    ? 'It rose from the earlier half to the later.'
    : 'It fell from the earlier half to the later.';
}

function gapInWords(mood: number | undefined, sentiment: number | undefined): string {
  if (mood === undefined || sentiment === undefined) return '';
  if (mood >= 0.4 && sentiment <= -0.5)
    return 'They are heavier than the moods that you chose: perhaps there is more to say.';
  if (mood <= -0.4 && sentiment >= 0.5)
    return 'They are friendlier than the moods that you chose: you see more good than you give yourself credit for.';
  return '';
}

function inWords(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
}

function listInWords(parts: string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;
}

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}

function times(number: number): string {
  return number === 1 ? 'once' : number === 2 ? 'twice' : `${number} times`;
}

function signed(number: number): string {
  const rounded = Math.round(number * 10) / 10;
  // Neither +0.0 nor -0.0.
  return rounded === 0 ? '0.0' : `${rounded > 0 ? '+' : ''}${rounded.toFixed(1)}`;
}

/** Somebody's words on one line, with nothing in them that markdown would read as its own. */
function plain(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_{}[\]()#+\-.!|<>~&:@]/g, '\\$&');
}
