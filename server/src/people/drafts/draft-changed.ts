import { AppError } from '../../platform/errors.ts'

/** Somebody else has saved other words meanwhile. */
export function draftChanged(): AppError {
  const detail = 'This draft was changed somewhere else meanwhile, and what stands there now was not replaced.'
  return new AppError('conflict', 'draft_changed', detail)
}
