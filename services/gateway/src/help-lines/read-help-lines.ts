import { HelpLineDto } from '@inner-weather/contracts/insights/help-lines.dto';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';

/** Why a list of help lines was refused. Contains nothing from the list itself. */
export class BadHelpLines {
  constructor(readonly why: string) {}
}

/** Reads HELP_LINES: a JSON array of objects like those of GET /help-lines, with at least one. */
export function readHelpLines(json: string): HelpLineDto[] | BadHelpLines {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    return new BadHelpLines('is not JSON');
  }
  if (!Array.isArray(parsed) || parsed.length === 0) return new BadHelpLines('is not a list with help lines');
  const lines = parsed.map((item: unknown) =>
    plainToInstance(HelpLineDto, typeof item === 'object' && item !== null ? item : {}),
  );
  const wrong = lines.flatMap((line, index) =>
    validateSync(line, { whitelist: true }).map(({ property }) => `${property} of no. ${index + 1}`),
  );
  if (wrong.length > 0) return new BadHelpLines(`has a bad ${wrong.join(', ')}`);
  return lines.map((line) => ({ ...line, country: line.country ?? null, emergency: line.emergency ?? null }));
}
