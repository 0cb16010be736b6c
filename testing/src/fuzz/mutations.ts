import fc from 'fast-check'

/** Texts that did harm in some program: broken characters, other alphabets' tricks, code, paths, numbers, dates. */
export const STRANGE_TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\u202egpj.exe',
  '\ufeff\u200b\u2060',
  'e\u0301'.repeat(50),
  '👩‍👩‍👧‍👦'.repeat(20),
  'x'.repeat(5_000),
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '[a](javascript:alert(1))',
  "'; drop table lead; --",
  '" or ""="',
  '$1',
  '%00',
  '%',
  '\\',
  '../../etc/passwd',
  "=cmd|' /C calc'!A0",
  '${jndi:ldap://x}',
  '{{7*7}}',
  'a\r\nSet-Cookie: a=b',
  '__proto__',
  'constructor',
  'null',
  'undefined',
  'NaN',
  '-1',
  '1e999',
  '9'.repeat(400),
  '0x10',
  '2026-13-45',
  '2026-02-30T25:61:61Z',
  '-000001-01-01T00:00:00Z',
  '+275760-09-13T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  'http://[::1]:80/',
  'https://user:pass@example.com:99999/',
  'a@b',
  'ſK',
  'İ',
  'ﬀ',
  '(((((((((((((((((((((((((((((a)+)+)+)+)+)+)+)+)+)',
  'tag & ! | () <-> :*',
] as const

const STRANGE_VALUES = [
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  1e308,
  [],
  {},
  [[[[[[[[[[]]]]]]]]]],
  { $ne: 1 },
  ...STRANGE_TEXTS,
]

/** One change of a value: where, by a number that picks a part, and what becomes of it. */
export interface Mutation {
  at: number
  way: 'replace' | 'remove' | 'repeat' | 'add'
  strange: unknown
}

/** One to three changes. */
export const mutations: fc.Arbitrary<Mutation[]> = fc.array(
  fc.record({
    at: fc.nat(),
    way: fc.constantFrom('replace', 'replace', 'remove', 'repeat', 'add'),
    strange: fc.constantFrom(...STRANGE_VALUES),
  }),
  { minLength: 1, maxLength: 3 },
)

/** The value after the changes; the given one stays as it is. */
export function mutate(value: unknown, changes: readonly Mutation[]): unknown {
  const holder = { whole: structuredClone(value) }
  for (const { at, way, strange } of changes) {
    const places = placesIn(holder)
    const place = places[at % places.length]
    if (!place) continue
    const { parent, key } = place
    if (way === 'remove') remove(parent, key)
    else if (way === 'repeat') parent[key] = Array.from({ length: 50 }, () => parent[key])
    else if (way === 'add' && isObject(parent[key])) parent[key]['strange'] = structuredClone(strange)
    else parent[key] = structuredClone(strange)
  }
  return holder.whole
}

interface Place {
  parent: Record<string, unknown>
  key: string
}

/** Every place in a value that holds another, from the outside to the inside. */
function placesIn(value: unknown): Place[] {
  if (!isObject(value)) return []
  return Object.keys(value).flatMap((key) => [{ parent: value, key }, ...placesIn(value[key])])
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function remove(parent: Record<string, unknown>, key: string): void {
  if (Array.isArray(parent)) parent.splice(Number(key), 1)
  else delete parent[key]
}
