import * as contract from '@leadlight/contract/drafts'
import { continueChange } from '../platform/changes.ts'
import { EVENTS_HEADERS, serve, serveResponse, type App, type RequestOf } from '../platform/http.ts'
import { beginDraft } from './begin-draft.ts'
import type { DraftDependencies } from './draft-dependencies.ts'
import { repeatDraft } from './repeat-draft.ts'
import { presentDraft } from './present-draft.ts'
import { saveDraft } from './save-draft.ts'
import { streamDraft } from './stream-draft.ts'
import { writeDraft } from './write-draft.ts'

export function draftRoutes(app: App, deps: DraftDependencies): void {
  serveResponse(app, contract.draftMessage, async ({ actor, params, body, idempotencyKey, requestId, signal }) => {
    const { prompt = '', message_type: messageType, stream } = body
    const order = { projectId: params.projectId, leadId: params.id, messageType, prompt, idempotencyKey }
    const begun = await beginDraft(deps, actor, order)
    const gone = new AbortController()
    const stopped = AbortSignal.any([signal, gone.signal])
    const pieces =
      'run' in begun
        ? writeDraft(deps, begun.run, { stopped, asChange: continueChange() })
        : repeatDraft(contract.WrittenDraft.parse(begun.outcome))
    if (!stream) return replyWhole(pieces)
    const events = streamDraft(pieces, { requestId, log: deps.log, onGone: () => gone.abort() })
    return new Response(events, { headers: EVENTS_HEADERS })
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

type Sent = RequestOf<typeof contract.updateDraftReply>

function wordsOf({ projectId, id: leadId }: Sent['params'], { draft: text, based_on: base }: Sent['body']) {
  return { projectId, leadId, text, basedOn: typeof base === 'string' ? new Date(base) : base }
}

async function replyWhole(pieces: AsyncGenerator<string, contract.WrittenDraft>): Promise<Response> {
  let next = await pieces.next()
  while (!next.done) next = await pieces.next()
  return Response.json(contract.WrittenDraft.parse(next.value), { headers: { 'cache-control': 'no-store' } })
}
