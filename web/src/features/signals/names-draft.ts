/** Under which name the unsaved change of watched names is stored. */
export function namesDraft(signalId: string): string {
  return `names:${signalId}`
}
