import { MessagingModule } from '@inner-weather/platform/transport/messaging.module';
import { type DynamicModule, Module } from '@nestjs/common';
import type { WeatherConfig } from './config.js';
import { ObservationsModule } from './observations/observations.module.js';
import { PlacesModule } from './places/places.module.js';

@Module({})
export class AppModule {
  static forRoot(config: WeatherConfig): DynamicModule {
    const places = PlacesModule.forRoot(config);
    return {
      module: AppModule,
      imports: [
        MessagingModule.forRoot({ service: 'weather', config }),
        places,
        ObservationsModule.forRoot(config, places),
      ],
    };
  }
}
