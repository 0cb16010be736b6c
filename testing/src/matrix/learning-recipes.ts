import type { Recipes } from './recipe.ts'

const audited = { 'params.projectId': 'project', 'params.id': 'auditedSignal' } as const

/** Calls about posts that signals passed over. */
export const LEARNING_RECIPES: Recipes = {
  getSignalAudit: { positions: audited },
  answerSignalAudit: {
    positions: { ...audited, 'body.post_id': 'auditedPost' },
    send: ({ ids }) => ({ body: { post_id: ids['body.post_id'], answer: 'no' } }),
  },
  listPassedOverPosts: {
    positions: { 'params.projectId': 'project', 'query.intent_signal': 'auditedSignal' },
    send: ({ ids }) => ({ query: { intent_signal: ids['query.intent_signal'] ?? '' } }),
  },
  keepPassedOverPost: {
    positions: {
      'params.projectId': 'project',
      'params.postId': 'auditedPost',
      'body.intent_signal': 'auditedSignal',
    },
    send: ({ ids }) => ({ body: { intent_signal: ids['body.intent_signal'], kept: true } }),
  },
  explainPassedOverPost: { positions: { ...audited, 'params.postId': 'auditedPost' } },
}
