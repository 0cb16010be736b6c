import { AppError } from '../../platform/errors.ts'

export function personNotFound(): AppError {
  return new AppError('not_found', 'person_not_found', 'That person does not exist.')
}

export function companyNotFound(): AppError {
  return new AppError('not_found', 'company_not_found', 'That company does not exist.')
}
