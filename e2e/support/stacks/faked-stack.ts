import { startFakeGemini } from '@inner-weather/testing/fakes/models';
import { startFakeWeatherApi } from '@inner-weather/testing/fakes/weather';
import { Api } from '../requests/api.js';
import { startTestStack } from './stack.mjs';

type StackOptions = NonNullable<Parameters<typeof startTestStack>[0]>;

export type FakedStack = Awaited<ReturnType<typeof startFakedStack>>;

/**
 * A stack for one suite, and its API. Fakes of WeatherAPI.com and Gemini, which the suite may script, provide weather and
 * insights. `serviceEnv` overrides the defaults. `stop` stops everything.
 */
export async function startFakedStack({ serviceEnv = {}, ...options }: StackOptions = {}) {
  const [weather, gemini] = await Promise.all([startFakeWeatherApi(), startFakeGemini()]);
  const stack = await startTestStack({
    ...options,
    serviceEnv: {
      ...serviceEnv,
      weather: { WEATHER_API_KEY: 'test', WEATHER_API_URL: weather.url, ...serviceEnv.weather },
      insights: { GEMINI_API_KEY: 'test', GEMINI_API_URL: gemini.url, ...serviceEnv.insights },
    },
  });
  const stop = async (): Promise<void> => {
    // The fakes first: a request that hangs would hold up the service that waits for it.
    await Promise.all([weather.close(), gemini.close()]);
    await stack.stop();
  };
  return { ...stack, weather, gemini, api: new Api(stack.url), stop };
}
