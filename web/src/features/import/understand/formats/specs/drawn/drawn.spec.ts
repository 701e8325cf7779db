import { DRAWN } from './drawn.mjs';
import { sample } from '../samples';

it.each(DRAWN())('$name is as `npm run samples` writes it', async (file) => {
  expect(Buffer.from(await file.arrayBuffer())).toEqual(Buffer.from(await sample(file.name).arrayBuffer()));
});
