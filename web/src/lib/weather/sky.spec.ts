import { phaseOfHour, skyOfWeather } from './sky';

describe('the sky', () => {
  it('follows the hour', () => {
    const phases = [0, 4, 5, 8, 9, 16, 17, 20, 21, 23].map(phaseOfHour);
    expect(phases.join(' ')).toBe('night night dawn dawn day day dusk dusk night night');
  });

  it.each([
    ['Sunny', 'clear'],
    ['Partly cloudy', 'cloudy'],
    ['Overcast', 'cloudy'],
    ['Patchy light drizzle', 'rain'],
    ['Rain showers: slight', 'rain'],
    ['Freezing fog', 'fog'],
    ['Heavy snow', 'snow'],
    ['Light freezing rain', 'rain'],
    ['Ice pellets', 'snow'],
    ['Thunderstorm with slight hail', 'storm'],
    ['Weather data not available for this Journal Entry', 'clear'],
  ])('draws %s as %s', (condition, sky) => {
    expect(skyOfWeather(condition)).toBe(sky);
  });
});
