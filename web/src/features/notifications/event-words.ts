import type { WebhookDelivery } from '@leadlight/contract/webhooks'

/** The events in the words of the settings. */
export const EVENT_WORDS: Record<WebhookDelivery['event'], string> = {
  'lead.created': 'New lead',
  'lead.updated': 'Lead changed',
  'search.finished': 'Search finished',
  'source.failing': 'Source fails',
  'source.working': 'Source works again',
  'credits.low': 'Credits run low',
  'webhook.test': 'Test',
}
