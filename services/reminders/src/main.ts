import 'reflect-metadata';
import { runService } from '@inner-weather/platform/bootstrap';
import { AppModule } from './app.module.js';
import { readConfig } from './config.js';

await runService({ name: 'reminders', readConfig, module: (config) => AppModule.forRoot(config) });
