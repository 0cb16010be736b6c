import type { Tx } from '../../platform/db.ts'
import type { LeadHooks, SecondOpinion } from '../../workspace/leads/lead-hooks.ts'
import { selectOpinions, type OpinionOfMatch } from './kept-opinions.ts'

/** What leads say about a large model's opinion of their post, by signal. */
export const describeOpinions: LeadHooks['describeOpinions'] = async (tx: Tx, organizationId, postId) => {
  const opinions = await selectOpinions(tx, organizationId, postId)
  return new Map(opinions.map((opinion) => [opinion.signalId, describe(opinion)]))
}

const PROVIDERS: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({ openai: 'OpenAI', anthropic: 'Anthropic' }),
)

/** One plain sentence. */
function describe({
  state,
  model,
  localScore: local,
  score: joint,
  failedAs,
  taughtKept,
}: OpinionOfMatch): SecondOpinion {
  const [provider = '', ...rest] = model.split('/')
  const name = rest.join('/')
  const asked = PROVIDERS.get(provider) ?? name
  const moved = local === joint ? `left the score at ${local}` : `moved the score from ${local} to ${joint}`
  if (state === 'taught' || (state === 'waiting' && taughtKept !== null)) {
    const check = state === 'waiting' ? ` ${asked} is asked too, as a weekly check.` : ''
    return { state: 'taught', note: `What ${name} taught ${moved}.${check}` }
  }
  if (state === 'given') {
    return { state, note: `${name} read this post too and ${moved}.` }
  }
  const built = 'Judged by the built-in model'
  if (state === 'waiting') return { state, note: `${built}; ${asked} could not be asked. It is asked again.` }
  if (failedAs === 'unpaid') return { state, note: `${built}; there were no credits left to ask ${asked}.` }
  return { state, note: `${built}; ${asked} could not be asked.` }
}
