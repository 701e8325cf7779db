import { ServiceConfig } from '@inner-weather/platform/config';

/** The variables that media reads: so far those of every service. */
export class MediaConfig extends ServiceConfig {}
