import type { SlackChannelConfig } from '@leadlight/contract/slack'
import { SLACK_CHANNEL_CONFIGS_MAX } from '@leadlight/domain/slack'
import type { Actor } from '../../platform/actor.ts'
import { nameTarget } from '../../platform/changes.ts'
import type { Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { lockName } from '../../platform/named-lock.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import { findWordings } from '../../core/signals/signals.ts'
import { readStatuses } from '../../workspace/statuses/read-statuses.ts'
import { selectChannels } from './channel-store.ts'
import { deleteConfig, findConfig, insertConfig, selectConfigs, updateConfig, type ConfigRow } from './config-store.ts'
import { presentConfig } from './present-slack.ts'
import { requireConnection } from './require-connection.ts'
import type { SlackDependencies } from './slack-dependencies.ts'

interface ConfigFields {
  channel_id: string
  channel_name: string
  new_leads?: boolean | undefined
  intent_signals?: string[] | undefined
  minimum_score?: number | null | undefined
  statuses?: string[] | undefined
}

interface ConfigIds {
  projectId: string
  id: string
}

export type ConfigDraft = { projectId: string } & ConfigFields
export type ConfigEdit = ConfigIds & { [Field in keyof ConfigFields]?: ConfigFields[Field] | undefined }

/** Adds a rule that tells a channel of leads from now on: of all new ones by default. */
export function createConfig(deps: SlackDependencies, actor: Actor, draft: ConfigDraft): Promise<SlackChannelConfig> {
  const { organizationId } = actor
  const { projectId } = draft
  const id = deps.newId()
  nameTarget({ id })
  return deps.db.transaction(organizationScope(organizationId), async (tx) => {
    const connection = await requireConnection(tx, actor, projectId)
    await lockName(tx, `slack:${projectId}`)
    await requireNamed(tx, organizationId, draft)
    if ((await selectConfigs(tx, organizationId, projectId)).length >= SLACK_CHANNEL_CONFIGS_MAX) throw limitReached()
    const row: ConfigRow = {
      id,
      organization_id: organizationId,
      project_id: projectId,
      connection_id: connection.id,
      channel_id: draft.channel_id,
      channel_name: draft.channel_name,
      new_leads: draft.new_leads ?? true,
      signal_ids: [...new Set(draft.intent_signals)],
      minimum_score: draft.minimum_score ?? null,
      status_ids: [...new Set(draft.statuses)],
      created_at: deps.clock.now(),
    }
    await insertConfig(tx, row)
    return presentConfig(row, await selectChannels(tx, organizationId, connection.id))
  })
}

/** Changes a rule's filter or channel. What is left out stays. */
export function changeConfig(deps: SlackDependencies, actor: Actor, edit: ConfigEdit): Promise<SlackChannelConfig> {
  const { organizationId } = actor
  return deps.db.transaction(organizationScope(organizationId), async (tx) => {
    const before = await requireConfig(tx, actor, edit)
    await requireNamed(tx, organizationId, edit)
    const change = {
      ...(edit.channel_id !== undefined && { channel_id: edit.channel_id }),
      ...(edit.channel_name !== undefined && { channel_name: edit.channel_name }),
      ...(edit.new_leads !== undefined && { new_leads: edit.new_leads }),
      ...(edit.intent_signals && { signal_ids: [...new Set(edit.intent_signals)] }),
      ...(edit.minimum_score !== undefined && { minimum_score: edit.minimum_score }),
      ...(edit.statuses && { status_ids: [...new Set(edit.statuses)] }),
    }
    await updateConfig(tx, organizationId, before.id, change)
    const channels = await selectChannels(tx, organizationId, before.connection_id)
    return presentConfig({ ...before, ...change }, channels)
  })
}

/** Removes a rule; its channel is told of no more leads by it. */
export async function removeConfig(deps: SlackDependencies, actor: Actor, ids: ConfigIds): Promise<void> {
  await deps.db.transaction(organizationScope(actor.organizationId), async (tx) => {
    const { id, channel_name: name } = await requireConfig(tx, actor, ids)
    nameTarget({ name: `#${name.replace(/^#/u, '')}` })
    await deleteConfig(tx, actor.organizationId, id)
  })
}

/** The project's rule; any other counts as missing. */
async function requireConfig(tx: Tx, actor: Actor, ids: ConfigIds): Promise<ConfigRow> {
  await requireProject(tx, actor, ids.projectId)
  const config = await findConfig(tx, actor.organizationId, ids)
  if (!config) throw new AppError('not_found', 'slack_config_not_found', 'That channel rule does not exist.')
  return config
}

/** Refuses signals and statuses of other projects as missing. */
async function requireNamed(
  tx: Tx,
  organizationId: string,
  {
    projectId,
    intent_signals: signals = [],
    statuses = [],
  }: Pick<ConfigEdit, 'projectId' | 'intent_signals' | 'statuses'>,
): Promise<void> {
  if (signals.length > 0) {
    const known = await findWordings(tx, organizationId, projectId)
    if (!signals.every((id) => known.has(id))) {
      throw new AppError('not_found', 'signal_not_found', 'That intent signal does not exist.')
    }
  }
  if (statuses.length > 0) {
    const known = new Set((await readStatuses(tx, organizationId, { projectId, kind: 'lead' })).map(({ id }) => id))
    if (!statuses.every((id) => known.has(id))) {
      throw new AppError('not_found', 'status_not_found', 'That status does not exist.')
    }
  }
}

function limitReached(): AppError {
  const detail = `A project has at most ${SLACK_CHANNEL_CONFIGS_MAX} rules for channels. Remove one first.`
  return new AppError('conflict', 'slack_config_limit_reached', detail)
}
