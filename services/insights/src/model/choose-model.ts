import type { InsightsConfig } from '../config.js';
import { GeminiModel } from './gemini.model.js';
import type { InsightModel } from './insight-model.js';
import { LocalModel } from '../local/local.model.js';
import { OpenAiModel } from './openai.model.js';
import { recipientOf } from '@inner-weather/platform/recipient';

/** Time limits in milliseconds. A model in the operator's own network gets longer, because its hardware may be slow. */
const OUTSIDE_MS = 60_000;
const INSIDE_MS = 5 * 60_000;

/** Gemini if there is a key, else an OpenAI-compatible server if there is an address, else the built-in model. */
export function chooseModel(config: InsightsConfig): InsightModel {
  const { GEMINI_API_KEY, GEMINI_API_URL, GEMINI_MODELS, MODEL_TIMEOUT_MS, MODEL_CONTEXT_TOKENS } = config;
  if (GEMINI_API_KEY) {
    const timeoutMs = MODEL_TIMEOUT_MS ?? OUTSIDE_MS;
    return new GeminiModel(GEMINI_API_KEY, GEMINI_API_URL, GEMINI_MODELS, timeoutMs, MODEL_CONTEXT_TOKENS);
  }
  const { OPENAI_BASE_URL, OPENAI_API_KEY, OPENAI_MODEL } = config;
  if (OPENAI_BASE_URL) {
    const isInside = recipientOf(OPENAI_BASE_URL) === undefined;
    const timeoutMs = MODEL_TIMEOUT_MS ?? (isInside ? INSIDE_MS : OUTSIDE_MS);
    return new OpenAiModel(OPENAI_BASE_URL, OPENAI_API_KEY, OPENAI_MODEL, timeoutMs, MODEL_CONTEXT_TOKENS);
  }
  return new LocalModel();
}
