/** Texts that more than one package shows; most of them the specification gives word for word. */
export const MESSAGES = {
  passwordsDontMatch: "Passwords don't match",
  commonPassword: 'This password is too common. Please pick another.',
  invalidLogin: 'Invalid login credentials',
  invalidCredentialsShown: 'Invalid Credentials.',
  entrySaved: 'Journal entry saved successfully!',
  entryNotSaved: 'Failed to save the journal entry. Please try again.',
  weatherUnavailable: 'Weather data not available for this Journal Entry',
  entryPlaceholder: 'Tell me about your day...!',
  loadingInsights: 'Loading Data...',
  /** In place of the words of a damaged entry. */
  entryUnreadable: 'The words of this entry cannot be read.',
} as const;
