import { hash, verify } from '@node-rs/argon2';
import { Router } from 'express';
import jwt from 'jsonwebtoken';
import { z } from 'zod';
import { User } from './models.mjs';

const { JWT_SECRET = '' } = process.env;
/** Argon2id with the same cost as in services/auth/src/accounts/passwords.ts. */
const ARGON2 = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const signUpSchema = z.object({
  firstName: z.string().trim().min(1).max(100),
  lastName: z.string().trim().min(1).max(100),
  location: z.string().trim().min(1).max(100),
  email: z.email().max(254),
  password: z.string().min(8).max(128),
});

const loginSchema = z.object({ email: z.email(), password: z.string().min(6).max(128) });

/** @param {{_id: unknown, email: string}} user */
const tokenOf = ({ _id, email }) => jwt.sign({ sub: String(_id), email }, JWT_SECRET, { expiresIn: '12h' });

export const auth = Router();

auth.post('/user/new', async (request, response) => {
  const { password, ...profile } = signUpSchema.parse(request.body);
  const user = await User.create({ ...profile, passwordHash: await hash(password, ARGON2) });
  response.status(201).json({ token: tokenOf(user) });
});

auth.post('/login', async (request, response) => {
  const { email, password } = loginSchema.parse(request.body);
  const user = await User.findOne({ email: email.toLowerCase() }).lean();
  if (!user || !(await verify(user.passwordHash, password))) {
    response.status(401).json({ message: 'Email or password is wrong' });
    return;
  }
  response.json({ token: tokenOf(user) });
});

/** @type {(request: import('express').Request, response: import('express').Response, next: () => void) => void} */
export const signedIn = (request, response, next) => {
  try {
    const claims = jwt.verify(request.get('x-auth-token') ?? '', JWT_SECRET, { algorithms: ['HS256'] });
    if (typeof claims === 'string') throw new Error('no claims');
    response.locals.user = { id: claims.sub, email: claims.email };
    next();
  } catch {
    response.status(401).json({ message: 'Please log in' });
  }
};
