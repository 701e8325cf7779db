export interface paths {
  '/api/user/new': { post: operations['signUp'] };
  '/api/login': { post: operations['logIn'] };
  '/api/session': { get: operations['restoreSession'] };
  '/api/logout': { post: operations['logOut'] };
  '/api/journal/new': { post: operations['createEntry'] };
  '/api/journal/update/{id}': { put: operations['updateEntry'] };
  '/api/journal/delete/{id}': { delete: operations['deleteEntry'] };
  '/api/journal/search': { get: operations['searchEntries'] };
  '/api/insights': { get: operations['listInsights']; post: operations['requestInsight'] };
  '/api/insights/{id}': { get: operations['getInsight'] };
}
export interface components {
  schemas: {
    SignUpDto: {
      firstName: string;
      lastName: string;
      location: string;
      email: string;
      password: string;
      passwordVal: string;
    };
    LoginDto: { email: string; password: string };
    TokenDto: { token: string };
    SessionUserDto: { id: string; name: string; email: string; location: string };
    SessionDto: { token: string; user: components['schemas']['SessionUserDto'] };
    CreateEntryDto: {
      email: string;
      content: string;
      inputMood?: 'Very Happy' | 'Happy' | 'Neutral' | 'Sad' | 'Angry' | 'Tired';
      location: string;
      weatherData?: string;
    };
    UpdateEntryDto: { content: string; inputMood: string; location: string };
    EntryDto: {
      _id: string;
      content: string;
      inputMood: string;
      location: string;
      weatherData: string;
      weatherStatus: 'pending' | 'ready' | 'unavailable';
      createdAt: string;
      updatedAt: string;
    };
    RequestInsightDto: { range?: string; tz?: string };
    JobProgressDto: { step: 'queued' | 'reading' | 'writing' | 'finished'; entries: number };
    JobErrorDto: {
      code: 'model_unavailable' | 'model_refused' | 'model_blocked' | 'journal_unavailable' | 'internal';
      msg: string;
    };
    InsightJobDto: {
      id: string;
      status: 'queued' | 'running' | 'done' | 'failed';
      progress: components['schemas']['JobProgressDto'];
      range: string;
      startDate: string;
      endDate: string;
      provider: 'gemini' | 'openai' | 'local';
      model: string;
      text: string;
      error: components['schemas']['JobErrorDto'] | null;
      outdated: boolean;
      createdAt: string;
      finishedAt: string | null;
    };
    InsightPageDto: { items: components['schemas']['InsightJobDto'][]; nextCursor: string | null };
    ProblemDto: {
      type: string;
      title: string;
      status: number;
      code: string;
      detail: string;
      errors: { msg: string; field?: string }[];
    };
  };
}
type Json<T> = { headers: { [name: string]: unknown }; content: { 'application/json': T } };
type Problem = {
  headers: { [name: string]: unknown };
  content: { 'application/problem+json': components['schemas']['ProblemDto'] };
};
type Empty = { headers: { [name: string]: unknown }; content?: never };
export interface operations {
  signUp: {
    requestBody: { content: { 'application/json': components['schemas']['SignUpDto'] } };
    responses: { 201: Json<components['schemas']['TokenDto']>; default: Problem };
  };
  logIn: {
    requestBody: { content: { 'application/json': components['schemas']['LoginDto'] } };
    responses: { 200: Json<components['schemas']['TokenDto']>; default: Problem };
  };
  restoreSession: {
    responses: { 200: Json<components['schemas']['SessionDto']>; 204: Empty; default: Problem };
  };
  logOut: { responses: { 204: Empty; default: Problem } };
  createEntry: {
    parameters: { header?: { 'Idempotency-Key'?: string } };
    requestBody: { content: { 'application/json': components['schemas']['CreateEntryDto'] } };
    responses: { 201: Json<components['schemas']['EntryDto']>; default: Problem };
  };
  updateEntry: {
    parameters: { path: { id: string } };
    requestBody: { content: { 'application/json': components['schemas']['UpdateEntryDto'] } };
    responses: { 200: Json<components['schemas']['EntryDto']>; default: Problem };
  };
  deleteEntry: {
    parameters: { path: { id: string } };
    responses: { 204: Empty; default: Problem };
  };
  searchEntries: {
    parameters: {
      query: {
        userReference: string;
        startDate: string;
        endDate: string;
        tz?: string;
        limit?: number;
        cursor?: string;
      };
    };
    responses: { 200: Json<components['schemas']['EntryDto'][]>; default: Problem };
  };
  requestInsight: {
    parameters: { header?: { 'Idempotency-Key'?: string } };
    requestBody: { content: { 'application/json': components['schemas']['RequestInsightDto'] } };
    responses: { 202: Json<components['schemas']['InsightJobDto']>; default: Problem };
  };
  listInsights: {
    parameters: { query?: { limit?: number; cursor?: string } };
    responses: { 200: Json<components['schemas']['InsightPageDto']>; default: Problem };
  };
  getInsight: {
    parameters: { path: { id: string }; header?: { 'If-None-Match'?: string } };
    responses: { 200: Json<components['schemas']['InsightJobDto']>; 304: Empty; default: Problem };
  };
}
