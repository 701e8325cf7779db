import { microservice } from '@inner-weather/platform/bootstrap';
import { AppModule } from './app.module.js';
import { WeatherConfig } from './config.js';

export default microservice('weather', WeatherConfig, (config) => AppModule.forRoot(config));
