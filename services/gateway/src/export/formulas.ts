/**
 * Text that a spreadsheet may take for a formula (https://owasp.org/www-community/attacks/CSV_Injection). This includes
 * full-width characters and leading white space, which some programs remove.
 */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

/**
 * The same after a semicolon, a tab or a line break. Where a comma is the decimal sign, spreadsheets split at
 * semicolons. For them a quote after a comma is inside a cell and does not protect what follows.
 */
const FORMULA_WITHIN = /(?=[=+\-@＝＋－＠])(?<=[;\t\r\n]\s*)/g;

/** The text of a cell with an apostrophe before each possible formula, which makes spreadsheets treat it as text. */
export function withoutFormulas(cell: string): string {
  const text = cell.replaceAll(FORMULA_WITHIN, "'");
  return FORMULA.test(text) ? `'${text}` : text;
}
