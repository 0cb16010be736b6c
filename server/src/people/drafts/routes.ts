import * as contract from '@leadlight/contract/drafts'
import * as people from '@leadlight/contract/people'
import { continueChange } from '../../platform/changes.ts'
import { EVENTS_HEADERS, serve, serveResponse, type App, type RequestOf } from '../../platform/http.ts'
import type { Actor } from '../../platform/actor.ts'
import { findAnsweredLead } from './find-answered-lead.ts'
import { beginDraft, type DraftOrder } from './begin-draft.ts'
import type { DraftDependencies } from './draft-dependencies.ts'
import { repeatDraft } from './repeat-draft.ts'
import { presentPersonDraft } from './person-draft-store.ts'
import { presentDraft } from './present-draft.ts'
import { saveDraft } from './save-draft.ts'
import { savePersonDraft } from './save-person-draft.ts'
import { streamDraft } from './stream-draft.ts'
import { writeDraft } from './write-draft.ts'

export function draftRoutes(app: App, deps: DraftDependencies): void {
  serveResponse(app, contract.draftMessage, async ({ params, body, ...request }) => {
    const { prompt = '', message_type: messageType, stream } = body
    return replyWith(deps, { ...request, stream, order: { ...inPlace(params), messageType, prompt } })
  })
  serveResponse(app, people.draftPersonMessage, async ({ params, body: { prompt = '', stream }, ...request }) => {
    const { projectId, id: personId } = params
    const leadId = await findAnsweredLead(deps, request.actor, params)
    return replyWith(deps, { ...request, stream, order: { projectId, leadId, personId, messageType: 'dm', prompt } })
  })
  serve(app, people.updatePersonDraft, async ({ actor, params, body: { draft: text, based_on: base } }) => {
    const { projectId, id: personId } = params
    const words = { projectId, personId, text, basedOn: typeof base === 'string' ? new Date(base) : base }
    return presentPersonDraft(await savePersonDraft(deps, actor, words))
  })
  serve(app, contract.updateDraftReply, async ({ actor, params, body }) => {
    const words = wordsOf(params, body)
    return presentDraft(await saveDraft(deps, actor, { ...words, messageType: 'reply' }))
  })
  serve(app, contract.updateDraftDm, async ({ actor, params, body }) => {
    const words = wordsOf(params, body)
    return presentDraft(await saveDraft(deps, actor, { ...words, messageType: 'dm' }))
  })
}

interface Answering {
  actor: Actor
  order: Omit<DraftOrder, 'idempotencyKey'>
  stream: boolean
  idempotencyKey: string | undefined
  requestId: string
  signal: AbortSignal
}

/** Writes a draft, or repeats the one that an earlier call with the same key wrote. */
async function replyWith(deps: DraftDependencies, asked: Answering): Promise<Response> {
  const { actor, idempotencyKey, requestId, signal } = asked
  const begun = await beginDraft(deps, actor, { ...asked.order, idempotencyKey })
  const gone = new AbortController()
  const stopped = AbortSignal.any([signal, gone.signal])
  const pieces =
    'run' in begun
      ? writeDraft(deps, begun.run, { stopped, asChange: continueChange() })
      : repeatDraft(contract.WrittenDraft.parse(begun.outcome))
  if (!asked.stream) return replyWhole(pieces)
  const events = streamDraft(pieces, { requestId, log: deps.log, onGone: () => gone.abort() })
  return new Response(events, { headers: EVENTS_HEADERS })
}

function inPlace({ projectId, id: leadId }: Sent['params']) {
  return { projectId, leadId }
}

type Sent = RequestOf<typeof contract.updateDraftReply>

function wordsOf({ projectId, id: leadId }: Sent['params'], { draft: text, based_on: base }: Sent['body']) {
  return { projectId, leadId, text, basedOn: typeof base === 'string' ? new Date(base) : base }
}

async function replyWhole(pieces: AsyncGenerator<string, contract.WrittenDraft>): Promise<Response> {
  let next = await pieces.next()
  while (!next.done) next = await pieces.next()
  return Response.json(contract.WrittenDraft.parse(next.value), { headers: { 'cache-control': 'no-store' } })
}
