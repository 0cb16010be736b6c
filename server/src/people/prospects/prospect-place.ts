/** Whose prospects they are. */
export interface ProspectPlace {
  organizationId: string
  projectId: string
}
