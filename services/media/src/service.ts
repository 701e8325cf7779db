import { microservice } from '@inner-weather/platform/bootstrap';
import { AppModule } from './app.module.js';
import { MediaConfig } from './config.js';

export default microservice('media', MediaConfig, (config) => AppModule.forRoot(config));
