/** The author's code, to which the footer links where AUTHOR_URL names no other. The only place that has it. */
export const AUTHOR_URL = 'https://github.com/inner-weather';
