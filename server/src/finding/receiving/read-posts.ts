import { AppError } from '../../platform/errors.ts'
import { understand } from './formats/formats.ts'
import type { FoundPost } from './formats/message.ts'
import { asMail, notUnderstood, readMessage, type Sent } from './read-message.ts'

/** Whose message was sent, with its posts, or why it is refused. */
export type PostsRead =
  | { sender: string; found: FoundPost[] }
  | { refusal: Pick<AppError, 'kind' | 'code' | 'message' | 'errors'> }

/** The posts of what was sent. Says why it is refused, and does not throw that, since it may be asked from another thread. */
export async function readPosts(sent: Sent): Promise<PostsRead> {
  try {
    const understood = understand(await asMail(await readMessage(sent)))
    if (!understood) throw notUnderstood()
    return { sender: understood.sender, found: understood.posts }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { kind, code, message, errors } = error
    return { refusal: { kind, code, message, errors } }
  }
}
