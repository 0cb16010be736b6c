import type { Teammate } from '@leadlight/contract/lead-work'

/** Part of a note: plain text, or a mentioned teammate. */
export interface NotePart {
  /** Its offset in the stored note. */
  start: number
  text: string
  isMention: boolean
}

const STORED_MENTION = /@\[([0-9a-f-]{36})\]/gu
/** The text after an `@` at the start of a word, up to the caret. A name may contain a space. */
const BEING_TYPED = /(?<=^|[\s(])@([\p{L}\p{M}\p{N}.'’-]*(?: [\p{L}\p{M}\p{N}.'’-]*)?)$/u

/** A teammate with a unique label: the name, with a number if others share it. */
export interface Mentionable extends Teammate {
  label: string
}

export function mentionables(teammates: readonly Teammate[]): Mentionable[] {
  const counts = new Map<string, number>()
  return teammates.map((teammate) => {
    const count = (counts.get(teammate.name) ?? 0) + 1
    counts.set(teammate.name, count)
    return { ...teammate, label: count === 1 ? teammate.name : `${teammate.name} (${count})` }
  })
}

/** The unfinished mention before the caret: the position of its `@` and the text; null if there is none. */
export function mentionAt(text: string, caret: number): { start: number; typed: string } | null {
  const typed = BEING_TYPED.exec(text.slice(0, caret))?.[1]
  return typed === undefined ? null : { start: caret - typed.length - 1, typed }
}

/** The note in stored form: each `@Name` of a chosen teammate becomes `@[user_id]`. */
export function toStored(text: string, chosen: readonly Mentionable[]): string {
  const byLabel = new Map(chosen.map((one) => [one.label, one.user_id]))
  // The longest first: "Ana" must not match the start of "Ana Silva".
  const labels = [...byLabel.keys()].sort((a, b) => b.length - a.length).map(escape)
  if (labels.length === 0) return text
  return text.replaceAll(
    new RegExp(`@(${labels.join('|')})(?![\\p{L}\\p{N}])`, 'gu'),
    (words, label: string) => `@[${byLabel.get(label) ?? words}]`,
  )
}

function escape(label: string): string {
  return label.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`)
}

/** A stored note split at its mentions, with names. A deleted account has no name. */
export function noteParts(text: string, mentioned: readonly Teammate[]): NotePart[] {
  const names = new Map(mentioned.map((one) => [one.user_id, one.name]))
  const parts: NotePart[] = []
  let at = 0
  for (const match of text.matchAll(STORED_MENTION)) {
    if (match.index > at) parts.push({ start: at, text: text.slice(at, match.index), isMention: false })
    parts.push({ start: match.index, text: `@${names.get(match[1] ?? '') ?? 'somebody who left'}`, isMention: true })
    at = match.index + match[0].length
  }
  if (at < text.length) parts.push({ start: at, text: text.slice(at), isMention: false })
  return parts
}
