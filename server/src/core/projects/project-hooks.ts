import type { Tx } from '../../platform/db.ts'

/** What higher slices do when a project is created, and know of projects; filled in where the app is composed. */
export interface ProjectHooks {
  /** In the transaction that creates the project; the account is its creator. */
  onProjectCreated: (tx: Tx, organizationId: string, made: { projectId: string; accountId: string }) => Promise<void>
  /** The wordings of the project's signals, oldest first. */
  listWordings: (tx: Tx, organizationId: string, projectId: string) => Promise<string[]>
  /**
   * For each of the projects, how many of its leads are neither read nor deleted; a project without any is left out.
   */
  countUnreadLeads: (tx: Tx, organizationId: string, projectIds: readonly string[]) => Promise<Map<string, number>>
  /**
   * For each of the projects, how many leads were found on each of the days that begin at `starts`, whose last entry
   * ends the last day.
   */
  countFoundLeads: (
    tx: Tx,
    organizationId: string,
    projectIds: readonly string[],
    starts: readonly Date[],
  ) => Promise<Map<string, number[]>>
}
