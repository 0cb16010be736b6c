import type { Scope } from './db.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

interface Identity {
  organizationId?: string
  userId?: string
  inviteId?: string
  projectId?: string
}

/** One organization's rows and the installation's shared ones. Crosses nothing: what nearly every transaction uses. */
export function organizationScope(organizationId: string): Scope {
  return makeScope('organization', { organizationId })
}

/**
 * An account's own membership, before its organization is known (the token says who, not where). Crosses tenants only
 * for rows that name this very account; policies written for `app_scope() = 'account'` say which.
 */
export function accountScope(userId: string): Scope {
  return makeScope('account', { userId })
}

/**
 * Somebody who leaves for good, or whose ways in are ended all at once: their organization's rows, if they are in one, and
 * what other tenants hold of this very account where a policy written for `app_scope() = 'departure'` says so.
 */
export function departureScope(userId: string, organizationId: string | null): Scope {
  return makeScope('departure', { userId, ...(organizationId !== null && { organizationId }) })
}

/**
 * Moving one project to an organization, whose rows are seen as in its own scope. Crosses tenants for that project's row,
 * to make it the organization's, and for whether it is being searched; what lies in it is seen once it has moved.
 */
export function transferScope(receivingOrganizationId: string, projectId: string): Scope {
  return makeScope('transfer', { organizationId: receivingOrganizationId, projectId })
}

/**
 * Signing in, registering, redeeming an emailed token: no account is known yet. Sees the tables that belong to the
 * installation (accounts, sessions, tokens) and no tenant's rows.
 */
export function loginScope(): Scope {
  return makeScope('login', {})
}

/**
 * A call by a personal key, before it is known whose it is. Crosses tenants for the key that the call brings and its user's
 * membership; policies written for `app_scope() = 'key'` say so.
 */
export function keyScope(): Scope {
  return makeScope('key', {})
}

/** The tables that every organization shares, such as collected posts. Sees no tenant's rows. */
export function installationScope(): Scope {
  return makeScope('installation', {})
}

/**
 * Work that goes over all organizations to find out whose turn it is. Crosses tenants where a policy names
 * `app_scope() = 'scheduler'`, for reading what is due; each piece of work then runs in its organization's own scope.
 */
export function schedulerScope(): Scope {
  return makeScope('scheduler', {})
}

/**
 * Listening on behalf of all organizations: what is watched and how that goes, the wordings of monitored signals, and posts
 * put down for them to be judged. With an organization its rows are seen as in its own scope. Crosses tenants where a
 * policy names `app_scope() = 'monitoring'`.
 */
export function monitoringScope(organizationId?: string): Scope {
  return makeScope('monitoring', organizationId === undefined ? {} : { organizationId })
}

/**
 * Letting go of what was deleted at its source or is needed no longer. Sees the posts that all share; crosses tenants where a
 * policy names `app_scope() = 'retention'`: for whose leads a post is, and to delete what hangs on posts and lists grown old.
 * A lead's own words are taken in its organization's scope.
 */
export function retentionScope(): Scope {
  return makeScope('retention', {})
}

/**
 * An invite, for whoever holds the link of its mail, before or after they sign in. Crosses tenants for that one invite
 * and the name of its organization, for reading; policies written for `app_scope() = 'invite'` say so.
 */
export function inviteScope(inviteId: string): Scope {
  return makeScope('invite', { inviteId })
}

/**
 * The operator's command line, what a super admin looks at across organizations, and the reverse index: crosses tenants
 * where a policy names `app_scope() = 'operator'`.
 */
export function operatorScope(): Scope {
  return makeScope('operator', {})
}

/**
 * Hearing from the payment provider: whose customer it speaks of, and which subscriptions are due for another look. Crosses
 * tenants where a policy names `app_scope() = 'billing'`, for reading; what follows runs in its organization's own scope.
 */
export function billingScope(): Scope {
  return makeScope('billing', {})
}

/**
 * Hearing from Slack: which message somebody pressed on, whose workspace it speaks of, and tokens that are to be revoked.
 * Crosses tenants where a policy names `app_scope() = 'slack'`; what is done to a lead runs in its organization's own scope.
 */
export function slackScope(): Scope {
  return makeScope('slack', {})
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

/** The seal exists for the compiler alone, so that no other file can build a scope by hand. */
function sealed(scope: Pick<Scope, 'name' | 'settings'>): Scope {
  return Object.freeze(scope) as Scope
}
