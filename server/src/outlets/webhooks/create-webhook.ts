import type { WebhookWithSecret } from '@leadlight/contract/webhooks'
import { WEBHOOK_EVENTS, WEBHOOKS_PER_PROJECT_MAX, type WebhookEvent } from '@leadlight/domain/webhooks'
import { startReading } from '../outbox/start-reading.ts'
import type { Actor } from '../../platform/actor.ts'
import { nameTarget } from '../../platform/changes.ts'
import { AppError } from '../../platform/errors.ts'
import { lockName } from '../../platform/named-lock.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import { requireSignals } from '../../core/signals/require-signal.ts'
import { readAddress } from './check-fields.ts'
import { presentWebhook } from './present-webhook.ts'
import { makeSecret } from './secrets.ts'
import type { WebhookDependencies } from './webhook-dependencies.ts'
import { insertWebhook, selectWebhooks, type WebhookRow } from './webhook-store.ts'

export interface WebhookDraft {
  projectId: string
  url: string
  name?: string | undefined
  events?: WebhookEvent[] | undefined
  intent_signals?: string[] | undefined
  minimum_score?: number | null | undefined
}

/** Adds a webhook for events from now on, of new leads only by default. Resolves with its secret. */
export async function createWebhook(
  deps: WebhookDependencies,
  actor: Actor,
  draft: WebhookDraft,
): Promise<WebhookWithSecret> {
  const { organizationId, userId } = actor
  const { projectId } = draft
  const url = readAddress(deps, draft.url)
  const id = deps.newId()
  const now = deps.clock.now()
  const made = makeSecret(deps, id)
  const row: WebhookRow = {
    id,
    organization_id: organizationId,
    project_id: projectId,
    url,
    name: draft.name ?? '',
    events: inOrder(draft.events ?? ['lead.created']),
    signal_ids: [...new Set(draft.intent_signals)],
    minimum_score: draft.minimum_score ?? null,
    is_on: true,
    off_because: null,
    secret: made.sealed,
    secret_hint: made.hint,
    old_secret: null,
    old_secret_until: null,
    last_delivered_at: null,
    failing_since: null,
    resting_until: null,
    created_by: userId,
    created_at: now,
  }
  nameTarget({ id })
  await deps.db.transaction(organizationScope(organizationId), async (tx) => {
    await requireProject(tx, actor, projectId)
    await lockName(tx, `webhooks:${projectId}`)
    await requireSignals(tx, organizationId, { projectId, ids: row.signal_ids })
    if ((await selectWebhooks(tx, organizationId, projectId)).length >= WEBHOOKS_PER_PROJECT_MAX) throw limitReached()
    await startReading(tx, { organizationId, projectId })
    await insertWebhook(tx, row)
  })
  return { ...presentWebhook(row, { waiting: 0, now }), secret: made.secret }
}

/** Each event once, in the listed order. */
export function inOrder(events: readonly WebhookEvent[]): WebhookEvent[] {
  return WEBHOOK_EVENTS.filter((event) => events.includes(event))
}

function limitReached(): AppError {
  const detail = `A project has at most ${WEBHOOKS_PER_PROJECT_MAX} webhooks. Remove one first.`
  return new AppError('conflict', 'webhook_limit_reached', detail)
}
