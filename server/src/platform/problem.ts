import type { Problem } from '@leadlight/contract/shapes'
import { AppError } from './errors.ts'

const TITLES: Record<number, string> = {
  400: 'Bad request',
  401: 'Unauthorized',
  402: 'Payment required',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict',
  413: 'Too large',
  422: 'Not usable',
  429: 'Too many requests',
  500: 'Internal Server Error',
  502: 'Bad gateway',
  503: 'Unavailable',
}

/** The RFC 9457 document for anything thrown. Anything but an AppError is a bug and is reported without details. */
export function presentProblem(error: unknown, requestId: string): Problem {
  if (error instanceof AppError) {
    return {
      type: 'about:blank',
      title: TITLES[error.status] ?? 'Error',
      status: error.status,
      detail: error.message,
      code: error.code,
      request_id: requestId,
      ...(error.errors && { errors: error.errors }),
    }
  }
  return {
    type: 'about:blank',
    title: 'Internal Server Error',
    status: 500,
    detail: `Something failed on our side. Nothing you sent was kept. Quote ${requestId} when you report it.`,
    code: 'internal',
    request_id: requestId,
  }
}
