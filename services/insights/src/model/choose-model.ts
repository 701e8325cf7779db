import type { InsightsConfig } from '../config.js';
import { GeminiModel } from './gemini.model.js';
import type { InsightModel } from './insight-model.js';
import { LocalModel } from '../local/local.model.js';
import { OpenAiModel } from './openai.model.js';

/** Gemini if there is a key, else an OpenAI-compatible server if there is an address, else the built-in model. */
export function chooseModel(config: InsightsConfig): InsightModel {
  const { GEMINI_API_KEY, GEMINI_API_URL, GEMINI_MODELS, MODEL_TIMEOUT_MS } = config;
  if (GEMINI_API_KEY) return new GeminiModel(GEMINI_API_KEY, GEMINI_API_URL, GEMINI_MODELS, MODEL_TIMEOUT_MS);
  const { OPENAI_BASE_URL, OPENAI_API_KEY, OPENAI_MODEL } = config;
  if (OPENAI_BASE_URL)
    return new OpenAiModel(OPENAI_BASE_URL, OPENAI_API_KEY, OPENAI_MODEL, MODEL_TIMEOUT_MS);
  return new LocalModel();
}
