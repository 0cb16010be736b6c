import { startDouble, type Answer, type Double, type DoubleOptions } from './double-server.ts'

export interface ReceiverDouble extends Double {
  /** What it answers from now on. */
  answer(answer: Answer): void
}

/** Somebody's own server, which takes what webhooks bring and answers 200 unless it is told otherwise. */
export async function startReceiverDouble(options: DoubleOptions = {}): Promise<ReceiverDouble> {
  let now: Answer = { status: 200, body: 'thanks' }
  const double = await startDouble(() => now, options)
  return {
    ...double,
    answer(answer) {
      now = answer
    },
  }
}
