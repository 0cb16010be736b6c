import { AppError } from '../../platform/errors.ts'

/**
 * The same for an invite that was accepted, turned down, taken back or expired, another user's, and one that never was.
 */
export function inviteNotFound(): AppError {
  return new AppError('not_found', 'invite_not_found', 'This invite does not exist any more. Ask for a new one.')
}
