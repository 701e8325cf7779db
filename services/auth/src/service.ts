import { microservice } from '@inner-weather/platform/bootstrap';
import { AppModule } from './app.module.js';
import { AuthConfig } from './config.js';

export default microservice('auth', AuthConfig, (config) => AppModule.forRoot(config));
