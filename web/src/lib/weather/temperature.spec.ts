import { act, renderHook } from '@testing-library/react';
import { setTemperatureUnit, usualUnit, useTemperatureUnit, useWeatherInWords } from './temperature';

describe('the unit of temperatures', () => {
  it.each([
    [['en-US', 'en'], 'fahrenheit'],
    [['en-BS'], 'fahrenheit'],
    [['zh-Hant-US'], 'fahrenheit'],
    [['en', 'en-US'], 'fahrenheit'],
    [['en-GB', 'en-US'], 'celsius'],
    [['en-LR'], 'celsius'],
    [['de-DE'], 'celsius'],
    [['en'], 'celsius'],
    [['es-419'], 'celsius'],
    [['not a language', 'en-US'], 'fahrenheit'],
    [[], 'celsius'],
  ])("is that of the browser's region: %j has %s", (languages, unit) => {
    expect(usualUnit(languages)).toBe(unit);
  });

  it('changes everywhere at once, and is kept on the device', () => {
    const unit = renderHook(() => useTemperatureUnit());
    const words = renderHook(() => useWeatherInWords({ weatherData: 'Fog', temperature: 3.6 }));
    for (const [chosen, shown] of [
      ['celsius', 'Fog, 4\u00a0°C'],
      ['fahrenheit', 'Fog, 38\u00a0°F'],
    ] as const) {
      act(() => setTemperatureUnit(chosen));
      expect(unit.result.current).toBe(chosen);
      expect(words.result.current).toBe(shown);
      expect(localStorage.getItem('inner-weather.temperature')).toBe(chosen);
    }
  });
});
