import { F5BOT } from './f5bot.ts'
import { GENERIC } from './generic.ts'
import { GOOGLE_ALERTS } from './google-alerts.ts'
import type { Format, FoundPost, Message } from './message.ts'
import { OCTOLENS } from './octolens.ts'
import { SLACK } from './slack.ts'
import { SYFTEN } from './syften.ts'

/** Those of one sender alone come before those of anybody. */
const FORMATS: readonly Format[] = [OCTOLENS, SYFTEN, F5BOT, GOOGLE_ALERTS, SLACK, GENERIC]

/** Whose message it is, and the posts in it; undefined where nobody’s format fits. */
export function understand(message: Message): { sender: string; posts: FoundPost[]; sendsAll: boolean } | undefined {
  for (const { name, sendsAll = false, read } of FORMATS) {
    const posts = read(message)
    if (posts) return { sender: name, posts, sendsAll }
  }
  return undefined
}
