/** An object of JSON, whatever it holds. */
export type Fields = Readonly<Record<string, unknown>>

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The first of these fields that has something to say. */
export function wordOf(fields: Fields, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = fields[name]
    if (typeof value === 'string' && value.trim() !== '') return value
  }
  return undefined
}

/** The objects that a value lists, or the one that it is; undefined where it is neither, or lists something else. */
export function listOf(value: unknown): Fields[] | undefined {
  const all: unknown[] = Array.isArray(value) ? value : [value]
  return all.every(isFields) ? all : undefined
}
