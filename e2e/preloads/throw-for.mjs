import { EventPublisher } from '@inner-weather/platform/events/event-publisher';

/*
 * Loaded into the weather service before its own code (node --import): publishing anything about the city of
 * THROW_FOR throws, so that the handler of that city's entries always does.
 */

const publish = EventPublisher.prototype.publish;
/** @type {typeof publish} */
EventPublisher.prototype.publish = async function (name, payload, options) {
  if (JSON.stringify(payload).includes(`"${process.env.THROW_FOR}@`)) {
    throw new Error(`a defect in the handler for ${process.env.THROW_FOR}`);
  }
  await publish.call(this, name, payload, options);
};
