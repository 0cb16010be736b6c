import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const EVERY_MS = 10

/** The times of answers from `/healthz`, in milliseconds. */
export interface Waits {
  asked: number
  p50: number
  p99: number
  max: number
}

/**
 * Asks `/healthz` every ten milliseconds while the work lasts, whether or not earlier answers have come. So a stalled
 * server is noticed by everybody who would have asked meanwhile.
 */
export async function askHealthDuring(port: number, work: Promise<unknown>): Promise<Waits> {
  const agent = new Agent({ keepAlive: true })
  const answers: Promise<number>[] = []
  const startedMs = performance.now()
  const isDone = work.then(() => true)
  const nextTurn = () => sleep(Math.max(0, startedMs + answers.length * EVERY_MS - performance.now()), false)
  do {
    answers.push(timeOne(port, agent))
  } while (!(await Promise.race([isDone, nextTurn()])))
  const waits = (await Promise.all(answers)).toSorted((a, b) => a - b)
  agent.destroy()
  const at = (share: number) => Math.round((waits[Math.floor(share * (waits.length - 1))] ?? Number.NaN) * 10) / 10
  return { asked: waits.length, p50: at(0.5), p99: at(0.99), max: at(1) }
}

function timeOne(port: number, agent: Agent): Promise<number> {
  const startedMs = performance.now()
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path: '/healthz', agent }, (response) => {
      response.resume().on('end', () => {
        if (response.statusCode === 200) resolve(performance.now() - startedMs)
        else reject(new Error(`/healthz answered ${response.statusCode}`))
      })
    }).on('error', reject)
  })
}
