import type { Made, Recipes } from './recipe.ts'

const oneLead = { 'params.projectId': 'project', 'params.id': 'lead' } as const

/** Calls about drafts, made with an idempotency key, as the web does, so that stored outcomes are covered too. */
export const DRAFT_RECIPES: Recipes = {
  draftMessage: {
    positions: oneLead,
    send: ({ fresh }: Made) => ({ body: { message_type: 'reply' }, headers: { 'idempotency-key': fresh } }),
  },
  updateDraftDm: { positions: oneLead, send: () => ({ body: { draft: 'We had that too.' } }) },
  updateDraftReply: { positions: oneLead, send: () => ({ body: { draft: 'We had that too.' } }) },
}
