/** The texts that the product's contract gives literally. */
export const MESSAGES = {
  passwordsDontMatch: "Passwords don't match",
  commonPassword: 'This password is one of those that are guessed first. Choose another one',
  invalidLogin: 'Invalid login credentials',
  invalidCredentialsShown: 'Invalid Credentials.',
  entrySaved: 'Journal entry saved successfully!',
  entryNotSaved: 'Failed to save the journal entry. Please try again.',
  weatherUnavailable: 'Weather data not available for this Journal Entry',
  entryPlaceholder: 'Tell me about your day...!',
  loadingInsights: 'Loading Data...',
} as const;
