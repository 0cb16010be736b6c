/** Under which name what is not saved yet of the message to a person lies in the tab. */
export function personDraftName(personId: string): string {
  return `person:${personId}`
}
