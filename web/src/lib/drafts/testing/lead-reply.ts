import { draftMessage, getLead, updateDraftReply } from 'virtual:calls'
import { call, send } from '../../api.ts'
import type { DraftTarget } from '../draft-stream.ts'

const PARAMS = { projectId: 'p', id: 'l' }

/** The reply to a lead. */
export const LEAD_REPLY: DraftTarget = {
  name: 'lead:l:reply',
  ask: ({ body, ...rest }) => send(draftMessage, { params: PARAMS, body: { ...body, message_type: 'reply' }, ...rest }),
  save: (body) => call(updateDraftReply, { params: PARAMS, body }),
  async find() {
    const { drafts } = await call(getLead, { params: PARAMS })
    return drafts.find((draft) => draft.message_type === 'reply') ?? null
  },
}
