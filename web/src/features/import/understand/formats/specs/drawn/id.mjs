/**
 * The ids of Notion and Joplin.
 * @param {string} digit
 */
export const id = (digit) => digit.repeat(32);
