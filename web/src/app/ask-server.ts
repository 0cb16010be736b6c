import { getInstance } from 'virtual:calls'
import { call } from '../lib/api.ts'

/** Asks the server for anything. Never rejects: whether it answers is noted by the call itself, and nothing else matters. */
export async function askServer(): Promise<void> {
  await Promise.allSettled([call(getInstance, {})])
}
