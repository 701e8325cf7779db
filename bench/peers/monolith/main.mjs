import express from 'express';
import helmet from 'helmet';
import mongoose from 'mongoose';
import { z } from 'zod';
import { auth } from './auth.mjs';
import { journal } from './journal.mjs';

/*
 * The peer: the same few routes in one process, as a good tutorial builds them. Express, mongoose with indexes and lean
 * reads, validated bodies, argon2id, a signed token, helmet, NODE_ENV=production. No log of requests and no limits on
 * them, as ours has none of the latter while it is measured. It promises less: the weather is looked up within the
 * request, an entry is stored in the clear, and a save that is sent twice is stored twice.
 */

const { MONGO_URL = '', MONGO_DB = '', PORT = '0' } = process.env;

// What was acknowledged is on disk, as on our side: on a replica set that is the driver's default.
await mongoose.connect(MONGO_URL, { dbName: MONGO_DB, writeConcern: { w: 'majority', journal: true } });
await Promise.all(Object.values(mongoose.models).map((model) => model.init()));

const app = express();
app.use(helmet());
app.use(express.json({ limit: '256kb' }));
app.use('/api', auth);
app.use('/api/journal', journal);

/**
 * Express recognises it by its four parameters.
 * @type {(error: any, request: express.Request, response: express.Response, next: express.NextFunction) => void}
 */
const onError = (error, _request, response, _next) => {
  const { status = 500, expose, message } = error;
  if (error instanceof z.ZodError) response.status(400).json({ errors: error.issues });
  else response.status(status).json({ message: expose ? message : 'Something failed' });
};
app.use(onError);

const server = app.listen(Number(PORT), '127.0.0.1');

process.once('SIGTERM', () => {
  server.close(() => void mongoose.disconnect());
  server.closeAllConnections();
});
