import { microservice } from '@inner-weather/platform/bootstrap';
import { AppModule } from './app.module.js';
import { InsightsConfig } from './config.js';

export default microservice('insights', InsightsConfig, (config) => AppModule.forRoot(config));
