import 'reflect-metadata';
import { runServices } from '@inner-weather/platform/bootstrap';
import service from './service.js';

await runServices([service]);
