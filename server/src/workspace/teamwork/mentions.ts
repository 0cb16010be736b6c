const MENTION = /@\[([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\]/g

/** How many different people one text can mention; who is named after them is not looked for. */
const MENTIONED_MAX = 100

/** Somebody as a kept text names them: by id, so that their name goes with them and follows when it changes. */
export function mentionOf(userId: string): string {
  return `@[${userId}]`
}

/** The ids that a text mentions, each once, in the order of the text. */
export function mentionedIn(text: string): string[] {
  const ids = new Set<string>()
  for (const [, id] of text.matchAll(MENTION)) if (id !== undefined && ids.size < MENTIONED_MAX) ids.add(id)
  return [...ids]
}

/** The text with names for mentions; of who is not known here it says that they were there once. */
export function withNames(text: string, nameOf: (userId: string) => string | undefined): string {
  return text.replaceAll(MENTION, (_, id: string) => nameOf(id) ?? 'somebody who is no longer here')
}
