import { startDouble, type Answer, type Double, type DoubleOptions } from './double-server.ts'

export interface ReceiverDouble extends Double {
  /** Sets its answer from now on; a function is called for each request, before the answer is sent. */
  answer(answer: Answer | (() => Promise<Answer>)): void
}

/** Somebody's own server, which accepts webhooks and answers 200 unless told otherwise. */
export async function startReceiverDouble(options: DoubleOptions = {}): Promise<ReceiverDouble> {
  let now: Answer | (() => Promise<Answer>) = { status: 200, body: 'thanks' }
  const double = await startDouble(() => (typeof now === 'function' ? now() : now), options)
  return {
    ...double,
    answer(answer) {
      now = answer
    },
  }
}
