/** Whose prospects they are. */
export interface ProspectIds {
  organizationId: string
  projectId: string
}
