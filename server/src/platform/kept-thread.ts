import { parentPort, Worker } from 'node:worker_threads'

export type Ask<Question, Answer> = (question: Question) => Promise<Answer>

interface Waiting<Answer> {
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

interface Thread<Answer> {
  worker: Worker
  waiting: Map<number, Waiting<Answer>>
}

type Reply<Answer> = { id: number } & ({ answer: Answer } | { error: unknown })

/**
 * Asks a worker that answers by `answerQuestions`, in a thread of its own: work of a tenth of a second and more would
 * keep every other request waiting. The first question starts the thread, which is kept for what it has loaded; the
 * next one after it died starts another.
 */
export function createKeptThread<Question, Answer>(url: URL, name: string): Ask<Question, Answer> {
  let kept: Thread<Answer> | undefined
  let lastId = 0

  function start(): Thread<Answer> {
    const thread: Thread<Answer> = { worker: new Worker(url, { name }), waiting: new Map() }
    const lose = (error: unknown) => {
      if (kept === thread) kept = undefined
      for (const { reject } of thread.waiting.values()) reject(error)
      thread.waiting.clear()
    }
    thread.worker.on('error', lose)
    thread.worker.on('exit', (code) => lose(new Error(`The thread for ${name} stopped with code ${code}.`)))
    thread.worker.on('message', (reply: Reply<Answer>) => settle(thread, reply))
    return thread
  }

  return (question) =>
    new Promise((resolve, reject) => {
      const { worker, waiting } = (kept ??= start())
      const id = ++lastId
      waiting.set(id, { resolve, reject })
      worker.ref()
      worker.postMessage({ id, question })
    })
}

function settle<Answer>({ worker, waiting }: Thread<Answer>, reply: Reply<Answer>): void {
  const asked = waiting.get(reply.id)
  waiting.delete(reply.id)
  // An idle thread must not keep the process alive.
  if (waiting.size === 0) worker.unref()
  if ('answer' in reply) asked?.resolve(reply.answer)
  else asked?.reject(reply.error)
}

/** In the thread itself: answers every question, and fails those that `answer` fails. */
export function answerQuestions<Question, Answer>(answer: Ask<Question, Answer>): void {
  const port = parentPort
  if (!port) throw new Error('This file must be started as a worker thread.')
  port.on('message', ({ id, question }: { id: number; question: Question }) => {
    answer(question).then(
      (made) => port.postMessage({ id, answer: made }),
      (error: unknown) => port.postMessage({ id, error }),
    )
  })
}
