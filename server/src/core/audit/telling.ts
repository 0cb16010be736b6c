import { NAMED, type Found, type FoundNames, type NamedKind } from './names.ts'

const QUOTED_MAX = 80

/** A piece of a sentence. With a `kind` it names something, which is still there if it has an `id`. */
export interface Part {
  text: string
  kind: NamedKind | null
  id: string | null
}

/** What an entry says of what was done: its target in words. */
export interface Telling {
  /** The thing whose id the field has, with its noun: "the status Answered", "a deleted status". */
  the: (kind: NamedKind, field?: string) => Part[]
  /** The thing without its noun: "Answered". */
  just: (kind: NamedKind, field?: string) => Part[]
  /** The thing that the entry tells the removal of: its name is kept, mostly with the entry. */
  removed: (kind: NamedKind, field?: string) => Part[]
  /** Those of a bulk change: the one by its name, several by their number. */
  those: (kind: 'lead' | 'person' | 'company', field: string) => Part[]
  value: (field: string) => string | undefined
  /** How many ids a list in the field has, those left out of the entry included. */
  count: (field: string) => number
}

export function tellingOf(target: Readonly<Record<string, string>>, findName: FoundNames): Telling {
  const value = (field: string) => target[field]
  const projectId = target['project_id']
  const isElsewhere = projectId !== undefined && findName('project', projectId)?.isHandedOver === true
  const name = (kind: NamedKind, field: string, noun: string) => {
    const id = target[field]
    return nameOf(kind, id, { found: id === undefined ? undefined : findName(kind, id), noun, isElsewhere })
  }
  const the = (kind: NamedKind, field = 'id') => name(kind, field, NAMED[kind].noun)
  return {
    value,
    the,
    just: (kind, field = 'id') => name(kind, field, ''),
    removed(kind, field = 'id') {
      const id = target[field]
      const kept = target['name'] ?? (id === undefined ? undefined : findName(kind, id)?.name)
      if (kept === undefined) return the(kind, field)
      return [plain(`${NAMED[kind].noun} `), { text: quoted(kind, kept), kind, id: null }]
    },
    count: (field) => countOf(target[field]),
    those(kind, field) {
      const listed = countOf(target[field])
      const updated = Number(target['updated'] ?? listed)
      // A single id with one change is the very thing; a change of none still names what it was asked for.
      return listed === 1 && updated <= 1 ? the(kind, field) : [plain(counted(updated, kind))]
    },
  }
}

/** A template whose values are words or parts; words beside each other become one part. */
export function say(texts: TemplateStringsArray, ...values: (string | Part[])[]): Part[] {
  const parts: Part[] = []
  const add = (part: Part) => {
    const last = parts.at(-1)
    if (part.kind !== null || last === undefined || last.kind !== null) parts.push(part)
    else parts[parts.length - 1] = plain(last.text + part.text)
  }
  texts.forEach((text, at) => {
    const value = values[at] ?? ''
    add(plain(text))
    for (const part of typeof value === 'string' ? [plain(value)] : value) add(part)
  })
  return parts.filter(({ text }) => text !== '')
}

export function plain(text: string): Part {
  return { text, kind: null, id: null }
}

const PLURALS = { lead: 'leads', person: 'people', company: 'companies' }

export function counted(count: number, kind: keyof typeof PLURALS): string {
  return `${count.toLocaleString('en')} ${count === 1 ? kind : PLURALS[kind]}`
}

function nameOf(
  kind: NamedKind,
  id: string | undefined,
  { found, noun, isElsewhere }: { found: Found | undefined; noun: string; isElsewhere: boolean },
): Part[] {
  const { gone } = NAMED[kind]
  // What went with its project was not deleted.
  const missing = isElsewhere ? gone.replace(/^a (?:deleted|removed|revoked) /u, 'a ') : gone
  if (id === undefined || !found) return [{ text: missing, kind, id: null }]
  const { isGone, isHandedOver = false } = found
  const before = isGone && !isHandedOver ? noun.replace(/^the /u, 'the deleted ') : noun
  const name = quoted(kind, found.name)
  const after = isHandedOver ? ' (handed over)' : isGone && noun === '' ? ' (deleted)' : ''
  return say`${before && `${before} `}${[{ text: `${name}${after}`, kind, id: isGone ? null : id }]}`
}

function quoted(kind: NamedKind, name: string): string {
  return kind === 'signal' || kind === 'lead' ? `“${cut(name)}”` : cut(name)
}

function cut(text: string): string {
  const line = text.replaceAll(/\s+/gu, ' ').trim()
  return line.length > QUOTED_MAX ? `${line.slice(0, QUOTED_MAX - 1).trimEnd()}…`.toWellFormed() : line
}

function countOf(list: string | undefined): number {
  if (list === undefined || list === '' || list === 'none') return 0
  const more = / and (\d+) more$/u.exec(list)
  return list.split(', ').length + Number(more?.[1] ?? 0)
}
