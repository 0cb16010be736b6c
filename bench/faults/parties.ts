import { draftMessage } from '@leadlight/contract/drafts'
import { createWebhook, testWebhook, type WebhookDelivery } from '@leadlight/contract/webhooks'
import type { Fault as Misbehaviour } from '@leadlight/testing/doubles/double-server'
import type { Fault, Finding } from './fault.ts'
import { openPerson } from './person.ts'
import { searchAlone, searchThrough } from './searches.ts'
import type { Fixture } from './fixture.ts'
import { DRAFT_PRICE, readSpent } from './traces.ts'
import { anyLead, see, type Seen } from './watch.ts'

const TRY_MS_MAX = 20_000
/** Of half an answer the status has come, and that is what counts. */
const TAKEN = ['is well', 'sends half a body']
/** What a source answers in turn while a search asks it. */
const ANSWERS: readonly Misbehaviour[] = [
  { kind: 'status', status: 429, headers: { 'retry-after': '1' } },
  { kind: 'status', status: 500 },
  { kind: 'status', status: 503, headers: { 'retry-after': '1' } },
  { kind: 'reset' },
  { kind: 'reset_mid_body' },
  { kind: 'truncated' },
  { kind: 'body', body: '' },
]
/** Words in a wish that make the double of the model fail. */
const MODEL_WAYS = ['broken', 'failing', 'filtered', 'silent', 'garbage', 'endless', 'busy', 'down', 'refused'] as const

/** What third parties do: sources, the model, receivers of webhooks. */
export const PARTY_FAULTS: readonly Fault[] = [
  {
    name: 'bad-source',
    does: 'Hacker News answers 429, 500, 503, resets, half a body and nothing, one after another, in a search',
    boundMs: 30_000,
    run: (fixture) =>
      searchThrough(
        fixture,
        async () => performance.now(),
        () => {
          for (const answer of ANSWERS) fixture.hackerNews.failNext(answer)
        },
      ),
  },
  {
    name: 'bad-model',
    does: `the model is ${MODEL_WAYS.join(', ')}, while drafts are asked for`,
    boundMs: 5_000,
    run: failModel,
  },
  {
    name: 'bad-receivers',
    does: 'eight receivers of webhooks that misbehave, each in its own way',
    boundMs: 5_000,
    run: badReceivers,
  },
]

/** Each draft is charged if it was delivered, and only then. */
async function failModel(fixture: Fixture): Promise<Finding> {
  const { person } = await searchAlone(fixture)
  const leadId = await anyLead(fixture.fetchRows, person)
  const path = draftMessage.path.replace('{projectId}', person.projectId).replace('{id}', leadId)
  const headers = { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' }
  const seen: Seen[] = []
  const [lost, doubled]: [string[], string[]] = [[], []]
  for (const way of MODEL_WAYS) {
    const before = await readSpent(fixture, person)
    const body = JSON.stringify({ message_type: 'reply', prompt: `double:${way}` })
    const call = await see(way, (signal) => fetch(fixture.url + path, { method: 'POST', headers, body, signal }))
    seen.push(call)
    const spent = (await readSpent(fixture, person)) - before
    const due = call.status === 200 ? DRAFT_PRICE : 0
    if (spent < due) lost.push(`the charge of a draft whose model was ${way}`)
    if (spent > due) doubled.push(`a charge of ${spent} for a draft whose model was ${way}, answered ${call.status}`)
  }
  return {
    seen,
    lost,
    doubled,
    recoveredMs: null,
    note: seen.map(({ what, status }) => `${what} ${status}`).join(', '),
  }
}

/** Each try ends with a sentence and in time, and beside all of them a healthy receiver gets its own. */
async function badReceivers(fixture: Fixture): Promise<Finding> {
  const person = await openPerson(fixture)
  const { projectId, client } = person
  const params = { projectId }
  const ways = Object.entries(fixture.troublemaker.urls)
  const hooks = await Promise.all(
    [...ways, ['is well', `${fixture.receiver.url}/healthy`] as const].map(async ([way, url]) => {
      const { id } = await client.call(createWebhook, { params, body: { url } })
      return { way, id }
    }),
  )
  const seen: Seen[] = []
  const broken: string[] = []
  const notes: string[] = []
  await Promise.all(
    hooks.map(async ({ way, id }) => {
      const path = testWebhook.path.replace('{projectId}', projectId).replace('{id}', id)
      const headers = { authorization: `Bearer ${person.token}` }
      const call = await see(way, (signal) => fetch(fixture.url + path, { method: 'POST', headers, signal }))
      seen.push(call)
      if (call.status !== 200) {
        broken.push(`The test of a receiver that ${way} was answered ${call.status}`)
        return
      }
      const { state, tries } = JSON.parse(call.text) as WebhookDelivery
      const [last] = tries
      notes.push(`${way}: ${last?.error ?? last?.status ?? 'nothing'}`)
      if (call.tookMs > TRY_MS_MAX)
        broken.push(`A receiver that ${way} held its caller for ${Math.round(call.tookMs)} ms`)
      if ((state === 'delivered') !== TAKEN.includes(way)) broken.push(`A receiver that ${way} counts as ${state}`)
      if (state === 'failed' && (last?.error ?? '') === '') broken.push(`Nobody says why a receiver that ${way} failed`)
    }),
  )
  return { seen, lost: [], doubled: [], recoveredMs: null, broken, note: notes.join('; ') }
}
