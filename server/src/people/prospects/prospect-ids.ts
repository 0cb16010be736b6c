/** The project that the prospects belong to. */
export interface ProspectIds {
  organizationId: string
  projectId: string
}
