import type { AuditRow } from './audit-store.ts'
import type { FoundNames } from './names.ts'
import { OPERATOR_ACTIONS } from './operator-actions.ts'
import { ACCOUNT_SENTENCES } from './sentences/account-sentences.ts'
import { LEAD_SENTENCES, PROSPECT_SENTENCES, SIGNAL_SENTENCES } from './sentences/lead-sentences.ts'
import { PROJECT_SENTENCES } from './sentences/project-sentences.ts'
import type { Sentences } from './sentences/sentence.ts'
import { TEAM_SENTENCES } from './sentences/team-sentences.ts'
import { plain, say, tellingOf, type Part, type Telling } from './telling.ts'

/** What a call did, by the contract's name of the call; a test asks for one for each call that is audited. */
export const SENTENCES: Sentences = {
  ...ACCOUNT_SENTENCES,
  ...TEAM_SENTENCES,
  ...PROJECT_SENTENCES,
  ...SIGNAL_SENTENCES,
  ...LEAD_SENTENCES,
  ...PROSPECT_SENTENCES,
}

const OPERATORS = new Map<string, (telling: Telling) => Part[]>(Object.entries(OPERATOR_ACTIONS))

/** An entry as one sentence without its full stop: who did what to what, and in which project. */
export function composeEntry(
  { action, actor_id: actorId, target }: Pick<AuditRow, 'action' | 'actor_id' | 'target'>,
  findName: FoundNames,
): Part[] {
  const telling = tellingOf(target, findName)
  const operator = OPERATORS.get(action)
  if (operator) return capitalized(operator(telling))
  const sentence = SENTENCES[action]
  // A call of an earlier version is told by its name.
  const done = typeof sentence === 'function' ? sentence(telling) : [plain(sentence ?? action)]
  const who = tellingOf({ id: actorId ?? '' }, findName).just('account')
  return say`${actorId === null ? 'Somebody' : capitalized(who)} ${done}${placeOf(telling, done)}`
}

function placeOf({ value, just }: Telling, done: readonly Part[]): Part[] {
  const isTold = value('project_id') === undefined || done.some(({ kind }) => kind === 'project')
  return isTold ? [] : say` in ${just('project', 'project_id')}`
}

function capitalized(parts: Part[]): Part[] {
  return parts.map((part, at) => (at === 0 && part.id === null ? { ...part, text: upper(part.text) } : part))
}

function upper(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}
