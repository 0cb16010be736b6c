const MENTION = /@\[([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\]/g

/** How many different people one text can mention; further mentions are ignored. */
const MENTIONED_MAX = 100

/** How a stored text mentions somebody: by id, so that the name stays current and disappears with them. */
export function mentionOf(userId: string): string {
  return `@[${userId}]`
}

/** The ids that a text mentions, each once, in the order of the text. */
export function mentionedIn(text: string): string[] {
  const ids = new Set<string>()
  for (const [, id] of text.matchAll(MENTION)) if (id !== undefined && ids.size < MENTIONED_MAX) ids.add(id)
  return [...ids]
}

/** The text with names for mentions; an unknown id reads as somebody who was there once. */
export function withNames(text: string, nameOf: (userId: string) => string | undefined): string {
  return text.replaceAll(MENTION, (_, id: string) => nameOf(id) ?? 'somebody who is no longer here')
}
