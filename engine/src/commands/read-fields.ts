import type { JudgedPostInput } from '../judge/judgement.ts'
import { InputError, type Fields } from './json-lines.ts'

/** A post of a line, with its id. */
export interface GivenPost extends JudgedPostInput {
  id: string | number | undefined
}

/** Reads `{id?, title?, text, platform?, kind?}`; other fields are ignored. */
export function readPost(fields: Fields): GivenPost {
  const title = fields['title'] ?? null
  if (title !== null && typeof title !== 'string') throw new InputError('has a "title" that is not a string')
  return {
    id: readId(fields),
    title,
    text: readText(fields),
    platform: wordOr(fields['platform'], 'unknown'),
    kind: wordOr(fields['kind'], 'post'),
  }
}

/** Reads a query's `{id, text}`. */
export function readQuery(fields: Fields): { id: string; text: string } {
  const text = readText(fields)
  if (text.trim() === '') throw new InputError('has a "text" without words')
  return { id: runId(readId(fields)), text }
}

/** A post's or query's id for a run file, whose columns are separated by spaces. */
export function runId(id: string | number | undefined): string {
  if (id === undefined) throw new InputError('has no "id"')
  if (!/^\S+$/.test(String(id))) throw new InputError('has an "id" that is empty or has a space in it')
  return String(id)
}

/** Wraps a reader so that no two lines have the same id. */
export function withOwnId<T extends { id: unknown }>(read: (fields: Fields) => T): (fields: Fields) => T {
  const known = new Set<unknown>()
  return (fields) => {
    const line = read(fields)
    if (known.has(line.id)) throw new InputError('has the "id" of an earlier line')
    known.add(line.id)
    return line
  }
}

function readId({ id }: Fields): string | number | undefined {
  if (id === undefined || id === null) return undefined
  if (typeof id !== 'string' && typeof id !== 'number') throw new InputError('has an "id" that is no string or number')
  if (typeof id === 'number' && Number.isInteger(id) && !Number.isSafeInteger(id)) {
    throw new InputError('has an "id" that is too large a number; write it in quotes')
  }
  return id
}

function readText({ text }: Fields): string {
  if (typeof text !== 'string') throw new InputError('has no "text" that is a string')
  return text
}

function wordOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise
}
