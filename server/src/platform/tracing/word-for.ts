/** A failure's code or class: what an error says may quote what people wrote. */
export function wordFor(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
