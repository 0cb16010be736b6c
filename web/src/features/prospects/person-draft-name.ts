/** The storage name of the unsaved message to a person. */
export function personDraftName(personId: string): string {
  return `person:${personId}`
}
