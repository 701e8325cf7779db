/** Stands for `virtual:messages`: in tests the English texts are in the code. */
export const languages = {};
