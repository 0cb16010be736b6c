import type { UnderlyingSource } from 'node:stream/web'
import type { Admitted } from '../accounts/admit-again.ts'
import type { StoredEvent } from './event-store.ts'

const encoder = new TextEncoder()
const STILL_HERE = encoder.encode(': still here\n\n')

interface Opening {
  listener: Admitted
  /** The last event heard before. */
  afterId: number
  /** The last event before the changes it hears: the same or an earlier one. */
  changesAfterId: number
  now: Date
}

interface Surroundings {
  /** The feed that serves it; told when there is room again and when it has ended. */
  feed: { poll(): Promise<void>; remove(stream: OpenStream): void }
  onEnd: () => void
}

/**
 * One listener's open stream. A class, since there are ten thousand of them: they share their methods, and each is a
 * few fields. It buffers one message beyond what was read.
 */
export class OpenStream implements UnderlyingSource<Uint8Array> {
  readonly listener: Admitted
  /** Whether there may be events it has not heard. */
  isDue = true
  /** Of events up to this one it hears only changes. */
  readonly openedAtId: number
  /** The last event it has heard. */
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

  /** Called when the listener wants more. */
  pull(): void {
    if (!this.#isWaitedFor) return
    this.#isWaitedFor = false
    void this.#around.feed.poll()
  }

  /** Called when the listener hangs up. */
  cancel(): void {
    this.#leave()
  }

  /** Whether it can take a message now; if not, it asks for its events as soon as it can. */
  hasRoom(): boolean {
    const hasRoom = (this.#controller?.desiredSize ?? 0) > 0
    this.#isWaitedFor = !hasRoom
    return hasRoom
  }

  /** Sends the frames, if there are any; `upToId` is the last event they were made from. */
  send(frames: Uint8Array | undefined, { upToId, now }: { upToId: number; now: Date }): void {
    this.afterId = Math.max(this.afterId, upToId)
    if (!frames || !this.#controller) return
    this.saidAt = now.getTime()
    this.#controller.enqueue(frames)
  }

  sayStillHere(now: Date): void {
    this.send(STILL_HERE, { upToId: this.afterId, now })
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

/** The events as written to a stream; undefined for none. */
export function framesOf(events: readonly StoredEvent[]): Uint8Array | undefined {
  if (events.length === 0) return undefined
  return encoder.encode(
    events.map(({ id, payload }) => `id: ${id}\nevent: ${payload.type}\ndata: ${JSON.stringify(payload)}\n\n`).join(''),
  )
}
