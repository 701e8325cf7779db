/** Texts that several packages show. The specification prescribes most of them. */
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
  /** Shown in place of the text of a damaged entry. */
  entryUnreadable: 'The words of this entry cannot be read.',
} as const;
