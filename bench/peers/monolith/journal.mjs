import { Router } from 'express';
import { z } from 'zod';
import { signedIn } from './auth.mjs';
import { Entry } from './models.mjs';

const { WEATHER_API_URL = '' } = process.env;

const entrySchema = z.object({
  content: z.string().trim().min(1).max(20_000),
  inputMood: z.string().max(50).optional(),
  location: z.string().trim().min(1).max(100),
  weatherData: z.string().max(200).optional(),
});

const importSchema = z.object({
  entries: z.array(entrySchema.extend({ createdAt: z.coerce.date(), updatedAt: z.coerce.date() })).max(100),
});

const searchSchema = z.object({
  startDate: z.iso.date(),
  endDate: z.iso.date(),
  limit: z.coerce.number().int().min(1).max(500).default(500),
});

const DAY_MS = 24 * 60 * 60_000;

export const journal = Router();
journal.use(signedIn);

journal.post('/new', async (request, response) => {
  const entry = entrySchema.parse(request.body);
  const weatherData = entry.weatherData || (await currentWeather(entry.location));
  const saved = await Entry.create({ ...entry, weatherData, userId: response.locals.user.id });
  response.status(201).json(saved);
});

journal.post('/import', async (request, response) => {
  const { entries } = importSchema.parse(request.body);
  const userId = response.locals.user.id;
  await Entry.insertMany(
    entries.map((entry) => ({ ...entry, userId })),
    { timestamps: false },
  );
  response.json({ imported: entries.length });
});

journal.get('/search', async (request, response) => {
  const { startDate, endDate, limit } = searchSchema.parse(request.query);
  const entries = await Entry.find({
    userId: response.locals.user.id,
    createdAt: { $gte: new Date(startDate), $lt: new Date(Date.parse(endDate) + DAY_MS) },
  })
    .sort({ createdAt: -1 })
    .limit(limit)
    .lean();
  response.json(entries);
});

/** The weather at a city now, in words; '' when the provider does not say. @param {string} city */
async function currentWeather(city) {
  try {
    const query = new URLSearchParams({ key: 'test', q: city });
    const answer = await fetch(`${WEATHER_API_URL}/current.json?${query}`, {
      signal: AbortSignal.timeout(5_000),
    });
    if (!answer.ok) return '';
    /** @type {{current: {condition: {text: string}}}} */
    const { current } = JSON.parse(await answer.text());
    return current.condition.text;
  } catch {
    return '';
  }
}
