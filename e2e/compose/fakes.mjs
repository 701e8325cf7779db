import { startFakeGemini } from '@inner-weather/testing/fakes/models';
import { startFakeWeatherApi } from '@inner-weather/testing/fakes/weather';

/* The providers' fakes in a container beside the stack. */

await startFakeWeatherApi({ host: '0.0.0.0', port: 8081 });
await startFakeGemini({ host: '0.0.0.0', port: 8082 });
process.once('SIGTERM', () => process.exit(0));
