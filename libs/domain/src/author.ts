/** The default of AUTHOR_URL: the author's code, to which the footer links. */
export const AUTHOR_URL = 'https://github.com/inner-weather';
