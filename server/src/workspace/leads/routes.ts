import * as work from '@leadlight/contract/lead-work'
import * as contract from '@leadlight/contract/leads'
import { serve, serveResponse, type App } from '../../platform/http.ts'
import { changeSelectedLeads, type LeadValue } from './change-leads.ts'
import { countChoices } from './count-choices.ts'
import { startLeadExport } from './export-leads.ts'
import { leadExportResponse } from './export-response.ts'
import { flagLead } from './flag-lead.ts'
import { getLead } from './get-lead.ts'
import { getUnreadCount } from './get-unread-count.ts'
import type { LeadChangeDependencies } from './lead-dependencies.ts'
import { listDataChannels } from './list-data-channels.ts'
import { listLeads } from './list-leads.ts'
import { presentDataChannel, presentLead, presentLeadPage } from './present-lead.ts'
import { undoChange } from './undo-change.ts'
import { namePlatform } from '../../channels/name-platform.ts'

export interface LeadRouteDependencies extends LeadChangeDependencies {
  /**
   * Platform names as people know them, such as Hacker News for `hackernews`; a platform not listed shows its own id.
   */
  channels: readonly { platform: string; displayName: string }[]
}

export function leadRoutes(app: App, deps: LeadRouteDependencies): void {
  serve(app, contract.listLeads, async ({ actor, params, query }) => {
    const { sort_by: sortBy = 'posted_at', sort_order: sortOrder = 'desc', limit, skip, cursor, ...filter } = query
    return presentLeadPage(await listLeads(deps, actor, { ...params, filter, sortBy, sortOrder, limit, skip, cursor }))
  })
  serve(app, contract.getLead, async ({ actor, params }) => presentLead(await getLead(deps, actor, params)))
  serve(app, contract.readLead, async ({ actor, params }) => {
    await flagLead(deps, actor, { ...params, field: 'read', value: true })
    return undefined
  })
  serve(app, contract.starLead, async ({ actor, params, body }) => {
    await flagLead(deps, actor, { ...params, field: 'starred', value: body.starred })
    return undefined
  })
  serve(app, contract.getUnreadCount, async ({ actor, params }) => ({
    unread_count: await getUnreadCount(deps, actor, params.projectId),
  }))
  serve(app, work.countLeads, ({ actor, params, query }) => countChoices(deps, actor, { ...params, filter: query }))
  serveResponse(app, work.exportLeads, async ({ actor, params, body }) => {
    const { format, sort_by: sortBy = 'posted_at', sort_order: sortOrder = 'desc', ...filter } = body
    return leadExportResponse(
      await startLeadExport(deps, actor, { ...params, filter, format, sortBy, sortOrder }),
      format,
    )
  })
  serveBulk(app, deps)
  serve(app, contract.undoLeads, ({ actor, params, body, idempotencyKey }) =>
    undoChange(deps, actor, { ...params, token: body.undo_token, idempotencyKey }),
  )
  serve(app, contract.listDataChannels, async ({ actor, params }) => {
    const channels = await listDataChannels(deps, actor, params.projectId)
    return channels.map((channel) => presentDataChannel(channel, (platform) => namePlatform(deps.channels, platform)))
  })
}

function serveBulk(app: App, deps: LeadRouteDependencies): void {
  const bind = (endpoint: typeof contract.markRead, change: LeadValue) =>
    serve(app, endpoint, async ({ actor, params, body, idempotencyKey }) => {
      const asked = { ...params, ...change, selection: body, idempotencyKey }
      const { updated, undoToken } = await changeSelectedLeads(deps, actor, asked)
      return { updated, undo_token: undoToken }
    })
  bind(contract.markRead, { field: 'read', value: true })
  bind(contract.markUnread, { field: 'read', value: false })
  bind(contract.markDeleted, { field: 'deleted', value: true })
  bind(contract.markUndeleted, { field: 'deleted', value: false })
  serve(app, work.updateLeadsStatus, async ({ actor, params, body, idempotencyKey }) => {
    const { status_config_id: value, ...selection } = body
    const change = { ...params, field: 'status', value, selection, idempotencyKey } as const
    const { updated, undoToken } = await changeSelectedLeads(deps, actor, change)
    return { updated, undo_token: undoToken }
  })
}
