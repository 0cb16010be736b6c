import type { Recipes } from './recipe.ts'

const inProject = { 'params.projectId': 'project' } as const
const oneWebhook = { ...inProject, 'params.id': 'webhook' } as const

/** Calls about webhooks. */
export const WEBHOOK_RECIPES: Recipes = {
  listWebhooks: { positions: inProject },
  createWebhook: {
    positions: { ...inProject, 'body.intent_signals': 'signal' },
    send: ({ ids }) => ({ body: { url: 'https://8.8.8.8/hook', intent_signals: [ids['body.intent_signals']] } }),
  },
  updateWebhook: {
    positions: { ...oneWebhook, 'body.intent_signals': 'signal' },
    send: ({ ids, fresh }) => ({ body: { name: fresh, intent_signals: [ids['body.intent_signals']] } }),
  },
  deleteWebhook: { positions: oneWebhook },
  rotateWebhookSecret: { positions: oneWebhook },
  testWebhook: { positions: oneWebhook },
  listWebhookDeliveries: { positions: oneWebhook },
  replayWebhookDelivery: { positions: { ...inProject, 'params.id': 'sentWebhook', 'params.deliveryId': 'delivery' } },
}
