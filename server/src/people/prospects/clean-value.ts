import { withoutReordering } from '@leadlight/domain/directions'
import { FACT_MAX, type CompanyField, type PersonField } from '@leadlight/domain/prospects'

/** Filters compare, and lists show, one short line. */
const LINE_MAX = 200
const LONG: ReadonlySet<string> = new Set(['bio', 'website', 'email', 'description'] satisfies (
  | PersonField
  | CompanyField
)[])

/** A value as it is stored: short enough for lists, and without characters that the database cannot store. */
export function cleanValue(field: PersonField | CompanyField, value: string): string {
  // PostgreSQL text cannot contain NUL.
  const text = withoutReordering(value).replaceAll('\0', '').toWellFormed()
  if (LONG.has(field)) return text.trim().slice(0, FACT_MAX).toWellFormed()
  return text.replaceAll(/\s+/gu, ' ').trim().slice(0, LINE_MAX).toWellFormed()
}
