import { draft } from '../../../testing/chunked.ts'
import { fakeServer } from '../../../testing/fake-server.ts'
import type { Answers, SentRequest } from '../../../testing/fake-server.ts'
import { createDraftSession } from '../draft-session.ts'
import { LEAD_REPLY } from './lead-reply.ts'

export const WRITE = 'POST /api/v1/leads/p/lead/l/draft_message'
export const SAVE = 'POST /api/v1/leads/p/leads/l/update-draft-reply'

/** Answers a save as the server does. */
export function acceptSave({ body }: SentRequest) {
  return draft({ ...(body as { draft: string }), written_by: 'Rosa Klein', updated_at: '2026-11-21T13:00:00.000Z' })
}

/** A draft session with a fake server, and what it reported and sent. */
export function startSession(answers: Answers, kept = draft({ draft: 'The former text' })) {
  const server = fakeServer(answers)
  const reported: string[] = []
  const session = createDraftSession(LEAD_REPLY, kept, {
    saved: (saved) => reported.push(`saved ${saved.draft}`),
    written: (written) => reported.push(`written ${written?.draft}`),
  })
  const saves = () => server.of(SAVE.slice(5)).map(({ body }) => (body as { draft: string }).draft)
  return { server, session, reported, saves }
}
