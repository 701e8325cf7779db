import type { SignInFailure } from '@inner-weather/domain/problems/sign-in-failures';
import { AuthorizationResponseError, ResponseBodyError, WWWAuthenticateChallengeError } from 'openid-client';
import { OversizedAnswer } from './fetch.js';

/** Codes of node:tls: no trusted authority has signed the certificate, it has expired, or it is for another name. */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_(?:GET_ISSUER|VERIFY)/;

/** Codes of node:net and node:dns, and of openid-client for an answer that takes too long. */
const SILENCE = /^(?:E(?!RR_)[A-Z_]+|OAUTH_TIMEOUT|OAUTH_ABORT)$/;

/** What an error or one of its causes may tell. */
interface Told {
  name?: unknown;
  code?: unknown;
  cause?: unknown;
  message?: unknown;
  attribute?: unknown;
  claim?: unknown;
  header?: { alg?: unknown };
  alg?: unknown;
  candidates?: unknown;
}

/** Why a sign-in failed, by the error of openid-client and its causes. The first that tells something decides. */
export function failureOf(error: unknown): SignInFailure {
  if (error instanceof ResponseBodyError && error.status >= 500) return 'sign_in_unreachable';
  if (error instanceof ResponseBodyError || error instanceof AuthorizationResponseError) {
    return failureOfResponse(error.error);
  }
  if (error instanceof WWWAuthenticateChallengeError) return 'sign_in_client_refused';
  for (const told of causesOf(error)) {
    const failure = failureOfCause(told);
    if (failure) return failure;
  }
  return 'sign_in_refused';
}

/** By the codes of RFC 6749, 4.1.2.1 and 5.2. */
function failureOfResponse(code: string): SignInFailure {
  if (code === 'temporarily_unavailable' || code === 'server_error') return 'sign_in_unreachable';
  if (code === 'invalid_scope') return 'sign_in_scope_unknown';
  return code.endsWith('_client') ? 'sign_in_client_refused' : 'sign_in_refused';
}

function failureOfCause(told: Told): SignInFailure | undefined {
  const { name, code, cause, message, attribute, claim, header, alg, candidates } = told;
  if (told instanceof OversizedAnswer) return 'sign_in_answer_too_large';
  if (told instanceof Response) return told.status >= 500 ? 'sign_in_unreachable' : 'sign_in_refused';
  if (header) return failureOfAlgorithm(String(header.alg), candidates !== undefined);
  if (typeof alg === 'string') return failureOfAlgorithm(alg, false);
  // openid-client names a token that it cannot read as the cause.
  if (typeof cause === 'string' && cause.split('.').length === 5) return 'sign_in_encrypted';
  if (attribute === 'issuer' || claim === 'iss') return 'sign_in_issuer_differs';
  if (claim === 'auth_time' || (typeof message === 'string' && message.includes('"auth_time"'))) {
    return 'sign_in_auth_time';
  }
  if (claim === 'exp' || claim === 'iat' || claim === 'nbf') return 'sign_in_clock';
  if (typeof code === 'string' && CERTIFICATE.test(code)) return 'sign_in_certificate';
  const isSilent = name === 'TimeoutError' || (typeof code === 'string' && SILENCE.test(code));
  return isSilent ? 'sign_in_unreachable' : undefined;
}

/** @param isSigned whether only the key is missing, not the algorithm */
function failureOfAlgorithm(algorithm: string, isSigned: boolean): SignInFailure {
  if (isSigned) return 'sign_in_key_unknown';
  return algorithm.startsWith('HS') ? 'sign_in_shared_secret' : 'sign_in_algorithm';
}

/** Whether userinfo was refused because it is that of another person. */
export const isAboutAnother = (error: unknown): boolean =>
  causesOf(error).some(({ attribute }) => attribute === 'sub');

/** An error, its cause, the cause of that, and so on. */
function causesOf(error: unknown): Told[] {
  return typeof error === 'object' && error !== null ? [error, ...causesOf((error as Told).cause)] : [];
}
