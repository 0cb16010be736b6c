import { textOf } from './blocks.ts'
import type { Format, FoundPost } from './message.ts'
import { isFields, listOf, wordOf, type Fields } from './values.ts'

/** Times without a zone are in UTC. */
const UTC = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)$/u

/** Octolens sends one mention a call: `{"action": "mention_created", "data": {…}}`. */
export const OCTOLENS: Format = {
  name: 'Octolens',
  read(message) {
    if (message.kind !== 'data') return undefined
    const messages = listOf(message.value)
    if (!messages || messages.length === 0 || !messages.every(isMention)) return undefined
    return messages.flatMap(({ data }) => (isFields(data) ? [postOf(data)] : []))
  },
}

function isMention({ action, data }: Fields): boolean {
  return typeof action === 'string' && action.startsWith('mention_') && isFields(data)
}

function postOf(data: Fields): FoundPost {
  return {
    url: wordOf(data, 'url') ?? '',
    text: textOf(wordOf(data, 'body') ?? ''),
    title: wordOf(data, 'title'),
    author: wordOf(data, 'author', 'authorName'),
    authorUrl: wordOf(data, 'authorUrl', 'authorProfileLink'),
    postedAt: wordOf(data, 'timestamp')?.replace(UTC, '$1T$2Z'),
  }
}
