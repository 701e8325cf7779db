import { Injectable } from '@nestjs/common';
import { GatewayConfig } from '../config.js';
import { MinuteLimit } from './minute-limit.js';

/** The limit of one person, enough to try a few cities one after the other. */
const POLICY = {
  name: 'weather-now',
  subject: 'look_ups_of_weather',
  quota: 15,
} as const;

/** Limits how often one person asks for the weather of a place now. The weather of entries has its own limit, in journal. */
@Injectable()
export class WeatherLookUps extends MinuteLimit {
  constructor(config: GatewayConfig) {
    super(config, POLICY);
  }
}
