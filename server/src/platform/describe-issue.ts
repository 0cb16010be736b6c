import type { z } from 'zod'
import type { FieldProblem } from './errors.ts'

type RawIssue = z.core.$ZodRawIssue
type Issue = z.core.$ZodIssue
type SizeIssue = Extract<RawIssue, { code: 'too_small' | 'too_big' }>

/** A request can be wrong in a hundred thousand places; more than these help nobody. */
const PROBLEMS_MAX = 20

const MISSING = 'Must be given'
const UNUSABLE = 'Cannot be used as it is'
const NO_BRANCH = 'Has none of the forms that are possible here'

const TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    string: 'text',
    number: 'a number',
    int: 'a whole number',
    bigint: 'a whole number',
    boolean: 'true or false',
    array: 'a list',
    tuple: 'a list',
    object: 'an object',
    record: 'an object',
    null: 'null',
  }),
)

const FORMATS: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    uuid: 'Must be an id, such as 01890a5d-ac96-774b-bcce-b302099a8057',
    datetime: 'Must be an instant in UTC, such as 2026-11-02T09:00:00Z',
    date: 'Must be a date, such as 2026-11-02',
    email: 'Must be an email address',
    url: 'Must be a web address',
  }),
)

const COUNTED: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({ string: 'character', array: 'item', set: 'item', map: 'entry' }),
)

/**
 * Describes what is wrong with a part of a request in words for the API's users. It covers every kind of issue where a
 * schema has no message of its own, so the validator's messages never reach a caller.
 */
export function describeIssue(issue: RawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? MISSING : describeType(issue.expected)
    case 'invalid_value':
      return issue.input === undefined ? MISSING : `Must be ${either(issue.values.map(String))}`
    case 'too_small':
    case 'too_big':
      return describeSize(issue)
    case 'invalid_format':
      return FORMATS.get(issue.format) ?? 'Is not of the form that is asked for'
    case 'not_multiple_of':
      return describeStep(issue.divisor)
    case 'unrecognized_keys':
      return 'Is not known here'
    case 'invalid_union':
      if (issue.input === undefined) return MISSING
      return isChoice(issue) ? `Must be ${either(issue.options.map(String))}` : NO_BRANCH
    case 'invalid_key':
      return 'Has a name that cannot be used'
    case 'invalid_element':
      return 'Holds something that cannot be used'
    case 'custom':
      return UNUSABLE
    default:
      return UNUSABLE
  }
}

/**
 * The problems with one part of a request, each with its path; every unknown name is a problem of its own. Of a union,
 * only the problems of the closest variant.
 */
export function presentIssues(part: string, issues: readonly Issue[]): FieldProblem[] {
  // Cut before they are described, which is most of the work.
  const problems = issues.slice(0, PROBLEMS_MAX).flatMap((issue) => presentIssue(part, issue))
  return problems.slice(0, PROBLEMS_MAX)
}

function presentIssue(at: string, issue: Issue): FieldProblem[] {
  const path = [at, ...issue.path].join('.')
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, PROBLEMS_MAX).map((key) => ({ path: `${path}.${key}`, message: issue.message }))
  }
  if (issue.code !== 'invalid_union' || issue.message !== NO_BRANCH) return [{ path, message: issue.message }]
  const near = issue.errors.filter((branch) => branch.length > 0 && !branch.some(isOfAnotherType))
  const forms = near.flatMap(([first, ...others]) => (others.length === 0 && first ? (formOf(first) ?? []) : []))
  if (near.length > 1 && forms.length === near.length)
    return [{ path, message: `Must be ${distinct(forms).join(', or ')}` }]
  if (near[0]) return near[0].flatMap((inner) => presentIssue(path, inner))
  const types = issue.errors.flat().flatMap((inner) => (inner.code === 'invalid_type' ? inner.expected : []))
  const known = distinct(types.flatMap((type) => TYPES.get(type) ?? []))
  return [{ path, message: known.length > 0 ? `Must be ${either(known)}` : NO_BRANCH }]
}

/** What the value as a whole must be, where that is the problem. */
function formOf({ path, message }: Issue): string | undefined {
  return path.length === 0 ? /^Must be (.+)$/.exec(message)?.[1] : undefined
}

function distinct(words: readonly string[]): string[] {
  return [...new Set(words)]
}

function isOfAnotherType(issue: Issue): boolean {
  return issue.path.length === 0 && issue.code === 'invalid_type'
}

function describeType(expected: string): string {
  if (expected === 'nonoptional') return MISSING
  if (expected === 'never' || expected === 'undefined') return 'Must be left out'
  const type = TYPES.get(expected)
  return type ? `Must be ${type}` : UNUSABLE
}

/** Whether the issue is of a discriminated union, which can list the values of its discriminator. */
function isChoice(issue: object): issue is { options: readonly unknown[] } {
  return 'options' in issue && Array.isArray(issue.options) && issue.options.length > 0
}

function describeSize(issue: SizeIssue): string {
  const { exact, inclusive } = issue
  const isLow = issue.code === 'too_small'
  const limit = Number(isLow ? issue.minimum : issue.maximum)
  const counted = COUNTED.get(issue.origin)
  if (counted && isLow && limit === 1 && !exact) return 'Must not be empty'
  const bound = exact ? 'exactly' : isLow ? 'at least' : 'at most'
  if (counted) return `Must have ${bound} ${limit.toLocaleString('en')} ${plural(counted, limit)}`
  if (inclusive || exact) return `Must be ${bound} ${limit.toLocaleString('en')}`
  return `Must be ${isLow ? 'more' : 'less'} than ${limit.toLocaleString('en')}`
}

function describeStep(divisor: number): string {
  if (divisor === 1) return 'Must be a whole number'
  const decimals = -Math.log10(divisor)
  if (decimals > 0 && Number.isInteger(decimals)) return `Must have at most ${decimals} ${plural('decimal', decimals)}`
  return `Must be a multiple of ${divisor}`
}

function plural(word: string, count: number): string {
  if (count === 1) return word
  return word.endsWith('y') ? `${word.slice(0, -1)}ies` : `${word}s`
}

function either(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`
}
