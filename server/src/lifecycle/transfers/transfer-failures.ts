import { AppError } from '../../platform/errors.ts'

export function transferNotFound(): AppError {
  return new AppError('not_found', 'transfer_not_found', 'That project is not offered, or no longer.')
}

export function transferToSelf(): AppError {
  const detail = 'The project is in the organization of this person already: there is nothing to hand over.'
  return new AppError('conflict', 'transfer_to_self', detail)
}
