import { microservice } from '@inner-weather/platform/bootstrap';
import { AppModule } from './app.module.js';
import { JournalConfig } from './config.js';

export default microservice('journal', JournalConfig, (config) => AppModule.forRoot(config));
