import type { UnderlyingSource } from 'node:stream/web'
import type { Admitted } from '../accounts/admit-again.ts'
import type { StoredEvent } from './event-store.ts'

const encoder = new TextEncoder()
const STILL_HERE = encoder.encode(': still here\n\n')

interface Opening {
  listener: Admitted
  /** The last event that was heard before. */
  afterId: number
  /** The last one before those of which it hears what others changed: that one, or an earlier. */
  changesAfterId: number
  now: Date
}

interface Surroundings {
  /** What tells it; hears when there is room again, and when it has ended. */
  feed: { look(): Promise<void>; remove(stream: OpenStream): void }
  onEnd: () => void
}

/**
 * One listener's open stream. A class, since ten thousand of them are held: what they can do they share, and each is a few
 * fields. It takes one message more than was read of it, and no others until that was.
 */
export class OpenStream implements UnderlyingSource<Uint8Array> {
  readonly listener: Admitted
  /** It is to be looked for what it has not heard. */
  isDue = true
  /** Events up to this one were there before it: of them it hears what others changed, and nothing else. */
  readonly openedAtId: number
  /** The last event it has heard of. */
  afterId: number
  saidAt: number
  readonly #around: Surroundings
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined
  #isWaitedFor = false

  constructor({ listener, afterId, changesAfterId, now }: Opening, around: Surroundings) {
    this.listener = listener
    this.openedAtId = afterId
    this.afterId = changesAfterId
    this.saidAt = now.getTime()
    this.#around = around
  }

  start(controller: ReadableStreamDefaultController<Uint8Array>): void {
    this.#controller = controller
    controller.enqueue(encoder.encode(`: open\nretry: 2000\nid: ${this.openedAtId}\n\n`))
  }

  /** Called when more of it is wanted. */
  pull(): void {
    if (!this.#isWaitedFor) return
    this.#isWaitedFor = false
    void this.#around.feed.look()
  }

  /** Called when the listener hangs up. */
  cancel(): void {
    this.#leave()
  }

  /** Whether it can be told anything now; where not, it has itself looked for as soon as it can. */
  hasRoom(): boolean {
    const hasRoom = (this.#controller?.desiredSize ?? 0) > 0
    this.#isWaitedFor = !hasRoom
    return hasRoom
  }

  /** Tells the frames, if there are any; `upToId` is the last event that was looked at. */
  tell(frames: Uint8Array | undefined, { upToId, now }: { upToId: number; now: Date }): void {
    this.afterId = Math.max(this.afterId, upToId)
    if (!frames || !this.#controller) return
    this.saidAt = now.getTime()
    this.#controller.enqueue(frames)
  }

  sayStillHere(now: Date): void {
    this.tell(STILL_HERE, { upToId: this.afterId, now })
  }

  /** Closes it, or breaks it with the error. */
  end(error?: unknown): void {
    const controller = this.#leave()
    if (error === undefined) controller?.close()
    else controller?.error(error)
  }

  #leave(): ReadableStreamDefaultController<Uint8Array> | undefined {
    const controller = this.#controller
    if (!controller) return undefined
    this.#controller = undefined
    this.#around.feed.remove(this)
    this.#around.onEnd()
    return controller
  }
}

/** The events as they are written to a stream; undefined for none. */
export function framesOf(events: readonly StoredEvent[]): Uint8Array | undefined {
  if (events.length === 0) return undefined
  return encoder.encode(
    events.map(({ id, payload }) => `id: ${id}\nevent: ${payload.type}\ndata: ${JSON.stringify(payload)}\n\n`).join(''),
  )
}
