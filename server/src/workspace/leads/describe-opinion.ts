import type { LeadMatch } from '@leadlight/contract/leads'
import type { MatchRow } from './match-store.ts'

const PROVIDERS: Readonly<Record<string, string>> = { openai: 'OpenAI', anthropic: 'Anthropic' }

/** What a lead says of a large model's opinion: one plain sentence. */
export function describeOpinion({
  state,
  model,
  local,
  joint,
  failed_as,
}: NonNullable<MatchRow['opinion']>): LeadMatch['second_opinion'] {
  const [provider = '', ...rest] = model.split('/')
  const name = rest.join('/')
  const asked = PROVIDERS[provider] ?? name
  if (state === 'given') {
    const moved = local === joint ? `left the score at ${local}` : `moved the score from ${local} to ${joint}`
    return { state, note: `${name} read this post too and ${moved}.` }
  }
  const built = 'Judged by the built-in model'
  if (state === 'waiting') return { state, note: `${built}; ${asked} could not be asked. It is asked again.` }
  if (failed_as === 'unpaid') return { state, note: `${built}; there were no credits left to ask ${asked}.` }
  return { state, note: `${built}; ${asked} could not be asked.` }
}
