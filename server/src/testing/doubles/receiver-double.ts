import { startDouble, type Answer, type Double, type DoubleOptions } from './double-server.ts'

export interface ReceiverDouble extends Double {
  /** What it answers from now on; a function is asked each time, before anything is answered. */
  answer(answer: Answer | (() => Promise<Answer>)): void
}

/** Somebody's own server, which takes what webhooks bring and answers 200 unless it is told otherwise. */
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
