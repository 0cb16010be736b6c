import { AppError } from '../../platform/errors.ts'
import { understand } from './formats/formats.ts'
import type { FoundPost, Message } from './formats/message.ts'
import { isFields, wordOf } from './formats/values.ts'
import { asMail, notUnderstood, readMessage, type Sent } from './read-message.ts'

const CHALLENGE_MAX = 1_000

/** A message that was understood: its posts, or what a sender wants to hear again before it begins. */
export type Understood = { sender: string; sendsAll: boolean; found: FoundPost[] } | { challenge: string }

/** What was sent, or why it is refused. */
export type PostsRead = Understood | { refusal: Pick<AppError, 'kind' | 'code' | 'message' | 'errors'> }

/** The posts of what was sent. Says why it is refused, and does not throw that, since it may be asked from another thread. */
export async function readPosts(sent: Sent): Promise<PostsRead> {
  try {
    const message = await asMail(await readMessage(sent))
    const challenge = challengeOf(message)
    if (challenge !== undefined) return { challenge }
    const understood = understand(message)
    if (!understood) throw notUnderstood()
    const { sender, sendsAll, posts } = understood
    return { sender, sendsAll, found: posts }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { kind, code, message, errors } = error
    return { refusal: { kind, code, message, errors } }
  }
}

/** Slack asks of a new address that it answers with this word, and sends nothing before. */
function challengeOf(message: Message): string | undefined {
  if (message.kind !== 'data' || !isFields(message.value) || message.value.type !== 'url_verification') return undefined
  const challenge = wordOf(message.value, 'challenge')
  return challenge !== undefined && challenge.length <= CHALLENGE_MAX ? challenge : undefined
}
