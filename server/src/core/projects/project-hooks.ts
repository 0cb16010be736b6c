import type { Tx } from '../../platform/db.ts'

/** What higher slices do when a project is made, and tell of projects; filled where the app is put together. */
export interface ProjectHooks {
  /** In the transaction that makes the project; the account is whoever makes it. */
  onProjectCreated: (tx: Tx, organizationId: string, made: { projectId: string; accountId: string }) => Promise<void>
  /** The wordings of the project's signals, oldest first. */
  listWordings: (tx: Tx, organizationId: string, projectId: string) => Promise<string[]>
  /** For each of the projects, how many of its leads are neither read nor deleted; a project without any is left out. */
  countUnreadLeads: (tx: Tx, organizationId: string, projectIds: readonly string[]) => Promise<Map<string, number>>
  /** For each of the projects, how many leads were found on each of the days that begin at `starts`; the last of these ends the last day. */
  countFoundLeads: (
    tx: Tx,
    organizationId: string,
    projectIds: readonly string[],
    starts: readonly Date[],
  ) => Promise<Map<string, number[]>>
}
