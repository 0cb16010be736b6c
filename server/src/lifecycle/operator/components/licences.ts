/** Licences under which a package may be shipped: they ask for no more than to be named. */
export const ALLOWED_LICENCES: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  // Fonts alone: the font may be shipped with the product, and not be sold by itself.
  'OFL-1.1',
  'Unlicense',
])

/**
 * Whether an SPDX expression leaves a choice of allowed licences: one side of each OR, both of each AND. What is not
 * declared or not understood is not allowed.
 */
export function isAllowedLicence(expression: string | undefined): boolean {
  if (expression === undefined) return false
  const inner = /^\(([^()]*)\)$/.exec(expression)?.[1] ?? expression
  return inner.split(' OR ').some((side) => side.split(' AND ').every((one) => ALLOWED_LICENCES.has(one)))
}
