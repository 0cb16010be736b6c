import { FACT_MAX, type CompanyField, type PersonField } from '@leadlight/domain/prospects'

/** What filters compare and lists show whole is one short line. */
const LINE_MAX = 200
const LONG: ReadonlySet<string> = new Set(['bio', 'website', 'email', 'description'] satisfies (
  | PersonField
  | CompanyField
)[])

/** A value as it is kept: of a length that lists bear, and without what no text of the database holds. */
export function cleanValue(field: PersonField | CompanyField, value: string): string {
  // No text of the database holds the character of code 0.
  const text = value.replaceAll('\0', '').toWellFormed()
  if (LONG.has(field)) return text.trim().slice(0, FACT_MAX).toWellFormed()
  return text.replaceAll(/\s+/gu, ' ').trim().slice(0, LINE_MAX).toWellFormed()
}
