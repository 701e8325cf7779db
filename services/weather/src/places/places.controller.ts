import type { PlacesDto } from '@inner-weather/contracts/weather/places.dto';
import type { RpcMethod } from '@inner-weather/contracts/rpc/rpc-map';
import { FindPlacesRequest } from '@inner-weather/contracts/rpc/weather';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { PlacesService } from './places.service.js';

@Controller()
export class PlacesController {
  constructor(private readonly places: PlacesService) {}

  @MessagePattern<RpcMethod>('weather.find-places')
  find(@Payload() request: FindPlacesRequest): Promise<PlacesDto> {
    return this.places.list(request);
  }
}
