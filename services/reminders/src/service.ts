import { microservice } from '@inner-weather/platform/bootstrap';
import { AppModule } from './app.module.js';
import { RemindersConfig } from './config.js';

export default microservice('reminders', RemindersConfig, (config) => AppModule.forRoot(config));
