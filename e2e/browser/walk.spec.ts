import { walkIn } from '../support/pages/walk.js';

// Contract: 1 sign up, write entries with a mood, search, edit, delete, request an analysis
// Contract: 2 fields and buttons of login and signup
// Contract: 2 hero with Join, Start Your Journey with three cards
// Contract: 2 title `{firstName}'s Journal`
// Contract: 4 logout clears cookie and user and goes to `/`; a reload keeps the user
// Contract: 8 login screen: `Invalid Credentials.`
// ASVS 7.4.4
describe("a person's first evening", () => walkIn('en', { worker: true }));
