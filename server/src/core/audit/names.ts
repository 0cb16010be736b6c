import type { Tx } from '../../platform/db.ts'

/** What an entry's sentence names, each with how it is called where its name is known and where it is gone. */
export const NAMED = {
  account: { noun: '', gone: 'somebody who is gone' },
  project: { noun: 'the project', gone: 'a project that is gone' },
  signal: { noun: 'the signal', gone: 'a deleted signal' },
  lead: { noun: 'the lead', gone: 'a deleted lead' },
  status: { noun: 'the status', gone: 'a deleted status' },
  column: { noun: 'the smart column', gone: 'a deleted smart column' },
  view: { noun: 'the view', gone: 'a view' },
  person: { noun: '', gone: 'a deleted person' },
  company: { noun: '', gone: 'a deleted company' },
  webhook: { noun: 'the webhook', gone: 'a deleted webhook' },
  slack_rule: { noun: 'the rule for', gone: 'a deleted rule' },
  feed: { noun: 'the feed', gone: 'a removed feed' },
  receiving_address: { noun: 'the receiving address', gone: 'a revoked receiving address' },
  community: { noun: 'the source', gone: 'a removed source' },
  invite: { noun: '', gone: 'somebody' },
} as const

export type NamedKind = keyof typeof NAMED

/**
 * The names of these things of the organization, by id. Those that are gone are left out, or say so. One statement.
 */
export type FindNames = (tx: Tx, organizationId: string, ids: Iterable<string>) => Promise<Map<string, string | Found>>

/** How the slices that own what entries name tell its names; filled in where the app is composed. */
export type AuditNames = Record<Exclude<NamedKind, 'account'>, FindNames>

export interface Found {
  name: string
  isGone: boolean
  /** Whether it is gone to another organization, not deleted. */
  isHandedOver?: boolean
}

export type FoundNames = (kind: NamedKind, id: string) => Found | undefined
