import type { Recipes } from './recipe.ts'

const inProject = { 'params.projectId': 'project' } as const
const oneWebhook = { ...inProject, 'params.id': 'webhook' } as const

/** Calls about webhooks. */
export const WEBHOOK_RECIPES: Recipes = {
  listWebhooks: { places: inProject },
  createWebhook: {
    places: { ...inProject, 'body.intent_signals': 'signal' },
    send: ({ ids }) => ({ body: { url: 'https://8.8.8.8/hook', intent_signals: [ids['body.intent_signals']] } }),
  },
  updateWebhook: {
    places: { ...oneWebhook, 'body.intent_signals': 'signal' },
    send: ({ ids, fresh }) => ({ body: { name: fresh, intent_signals: [ids['body.intent_signals']] } }),
  },
  deleteWebhook: { places: oneWebhook },
  rotateWebhookSecret: { places: oneWebhook },
  testWebhook: { places: oneWebhook },
  listWebhookDeliveries: { places: oneWebhook },
  replayWebhookDelivery: { places: { ...inProject, 'params.id': 'sentWebhook', 'params.deliveryId': 'delivery' } },
}
