import type { Scope } from './db.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

interface Identity {
  organizationId?: string
  userId?: string
  inviteId?: string
  projectId?: string
}

/** One organization's rows and the installation's shared ones. Crosses no tenants; nearly every transaction uses it. */
export function organizationScope(organizationId: string): Scope {
  return makeScope('organization', { organizationId })
}

/**
 * An account's own membership, before its organization is known (the token says who, not where). Crosses tenants only
 * for rows of this very account, where a policy names `app_scope() = 'account'`.
 */
export function accountScope(userId: string): Scope {
  return makeScope('account', { userId })
}

/**
 * An account that is deleted, or all of whose sign-ins are revoked. Sees its organization's rows, if it has one.
 * Crosses tenants for this account's rows, where a policy names `app_scope() = 'departure'`.
 */
export function departureScope(userId: string, organizationId: string | null): Scope {
  return makeScope('departure', { userId, ...(organizationId !== null && { organizationId }) })
}

/**
 * Moving one project to an organization, with the organization's own rows. Crosses tenants for that project's row, to
 * hand it over, and for whether it is being searched; the project's contents become visible once it has moved.
 */
export function transferScope(receivingOrganizationId: string, projectId: string): Scope {
  return makeScope('transfer', { organizationId: receivingOrganizationId, projectId })
}

/**
 * Signing in, registering, redeeming an emailed token: no account is known yet. Sees the installation's tables
 * (accounts, sessions, tokens) and no tenant's rows.
 */
export function loginScope(): Scope {
  return makeScope('login', {})
}

/**
 * A call by a personal key whose owner is not known yet. Crosses tenants for that key and its user's membership, where
 * a policy names `app_scope() = 'key'`.
 */
export function keyScope(): Scope {
  return makeScope('key', {})
}

/**
 * Something sent to a receiving address whose project is not known yet. Crosses tenants for that address, where a policy
 * names `app_scope() = 'receiving'`; what was sent is kept in its organization's own scope.
 */
export function receivingScope(): Scope {
  return makeScope('receiving', {})
}

/**
 * A link to what is held of somebody, for whoever holds it. Crosses tenants for reading that link, where a policy names
 * `app_scope() = 'notice'`; what it tells is read in its organization's own scope.
 */
export function noticeScope(): Scope {
  return makeScope('notice', {})
}

/** The tables that every organization shares, such as collected posts. Sees no tenant's rows. */
export function installationScope(): Scope {
  return makeScope('installation', {})
}

/**
 * Finding out which organizations have work due. Crosses tenants for reading that, where a policy names `app_scope() =
 * 'scheduler'`; each piece of work then runs in its organization's own scope.
 */
export function schedulerScope(): Scope {
  return makeScope('scheduler', {})
}

/**
 * Monitoring for all organizations: the watches and their progress, the wordings of monitored signals, and posts queued
 * for them to judge. With an organization, its rows are seen as in its own scope. Crosses tenants where a policy names
 * `app_scope() = 'monitoring'`.
 */
export function monitoringScope(organizationId?: string): Scope {
  return makeScope('monitoring', organizationId === undefined ? {} : { organizationId })
}

/**
 * Deleting what was deleted at its source or is no longer needed. Sees the shared posts. Crosses tenants where a policy
 * names `app_scope() = 'retention'`: to find the leads of a post, and to delete what depends on old posts and lists. With
 * an organization, its rows are seen as in its own scope, in which alone a lead's own text is deleted.
 */
export function retentionScope(organizationId?: string): Scope {
  return makeScope('retention', organizationId === undefined ? {} : { organizationId })
}

/**
 * Holding the stored posts ready for searches of all projects. Sees the shared posts. Crosses tenants for reading which
 * projects a post was read for, where a policy names `app_scope() = 'archive'`.
 */
export function archiveScope(): Scope {
  return makeScope('archive', {})
}

/**
 * An invite, for whoever holds the mailed link, signed in or not. Crosses tenants for reading that invite and the name
 * of its organization, where a policy names `app_scope() = 'invite'`.
 */
export function inviteScope(inviteId: string): Scope {
  return makeScope('invite', { inviteId })
}

/**
 * The operator's command line, a super admin's views across organizations, and the reverse index. Crosses tenants where
 * a policy names `app_scope() = 'operator'`.
 */
export function operatorScope(): Scope {
  return makeScope('operator', {})
}

/**
 * Events of the payment provider: which customer they concern, and which subscriptions are due for another check.
 * Crosses tenants for reading, where a policy names `app_scope() = 'billing'`; what follows runs in the organization's
 * own scope.
 */
export function billingScope(): Scope {
  return makeScope('billing', {})
}

/**
 * Requests from Slack: which message a button belongs to, whose workspace it is, and tokens to be revoked. Crosses
 * tenants where a policy names `app_scope() = 'slack'`; changes to a lead run in its organization's own scope.
 */
export function slackScope(): Scope {
  return makeScope('slack', {})
}

/**
 * Sealing saved secrets again with another secret of the installation. Crosses tenants for the rows that hold them,
 * where a policy names `app_scope() = 'resealing'`.
 */
export function resealingScope(): Scope {
  return makeScope('resealing', {})
}

/** The platform's own tables (job queue, leases, schedules), which hold no tenant's rows. Not for slices. */
export function platformScope(): Scope {
  return makeScope('platform', {})
}

function makeScope(name: string, { organizationId = '', userId = '', inviteId = '', projectId = '' }: Identity): Scope {
  for (const id of [organizationId, userId, inviteId, projectId]) {
    if (id !== '' && !UUID.test(id)) throw new Error(`A scope needs a UUID, not "${id.slice(0, 40)}".`)
  }
  return sealed({
    name,
    settings: {
      'app.scope': name,
      'app.organization_id': organizationId,
      'app.user_id': userId,
      'app.invite_id': inviteId,
      'app.project_id': projectId,
    },
  })
}

/** Sealed by type, so that no other file can build a scope by hand. */
function sealed(scope: Pick<Scope, 'name' | 'settings'>): Scope {
  return Object.freeze(scope) as Scope
}
