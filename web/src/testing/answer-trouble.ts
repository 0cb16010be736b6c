import * as contract from '@leadlight/contract/calls'
import { callsIn } from '@leadlight/contract/endpoint'

const CALLS = callsIn(contract).map(([, { method, path, replyKind, reply }]) => {
  return { pattern: new RegExp(`^${method} ${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`), replyKind, reply }
})

/**
 * Says how an answer to "GET /path" differs from the contract's reply, in a line; null if it does not, or if there is no
 * such call with a JSON reply. Fixtures have readable ids, so their form is not looked at.
 */
export function answerTrouble(call: string, answer: unknown): string | null {
  const endpoint = CALLS.find(({ pattern }) => pattern.test(call))
  if (endpoint?.replyKind !== 'json') return null
  const { error } = endpoint.reply.safeParse(answer)
  const issues = error?.issues.filter((issue) => issue.code !== 'invalid_format') ?? []
  if (issues.length === 0) return null
  const words = issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  return `${call} is answered unlike the contract: ${words.join('; ')}`
}
