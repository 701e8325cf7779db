import { startFakeGemini } from '@inner-weather/testing/fake-models';
import { startFakeWeatherApi } from '@inner-weather/testing/fake-weather';
import { Api } from './api.js';
import { startTestStack } from './stack.mjs';

type StackOptions = NonNullable<Parameters<typeof startTestStack>[0]>;

export type FakedStack = Awaited<ReturnType<typeof startFakedStack>>;

/**
 * A stack of a suite's own, with weather by WeatherAPI.com's shapes and insights by Gemini's from fakes that the suite
 * may script, and its API. `serviceEnv` overrides the defaults. `stop` stops all of it.
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
