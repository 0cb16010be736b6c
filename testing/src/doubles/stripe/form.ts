/** A form in Stripe's encoding: bracketed keys are nested values, numbered ones lists. */
export interface Form {
  [name: string]: string | Form
}

/** Reads `items[0][price]=x` as `{items: {0: {price: 'x'}}}`. */
export function readForm(body: string): Form {
  const form: Form = {}
  for (const [key, value] of new URLSearchParams(body)) {
    const path = key.split(/\[|\]\[|\]/).filter((part) => part !== '')
    let place = form
    for (const part of path.slice(0, -1)) {
      const next = place[part]
      const child = typeof next === 'object' ? next : {}
      place[part] = child
      place = child
    }
    const last = path.at(-1)
    if (last !== undefined) place[last] = value
  }
  return form
}

export function textOf(form: Form | undefined, name: string): string | undefined {
  const value = form?.[name]
  return typeof value === 'string' ? value : undefined
}

export function partOf(form: Form | undefined, name: string): Form | undefined {
  const value = form?.[name]
  return typeof value === 'object' ? value : undefined
}

export function listOf(form: Form | undefined, name: string): Form[] {
  return Object.values(partOf(form, name) ?? {}).filter((item) => typeof item === 'object')
}

export function wordsOf(form: Form | undefined, name: string): Record<string, string> {
  const words = Object.entries(partOf(form, name) ?? {}).filter(([, value]) => typeof value === 'string')
  return Object.fromEntries(words) as Record<string, string>
}
