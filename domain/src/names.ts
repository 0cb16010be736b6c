/**
 * Whether a name typed as a confirmation is the right one. Surrounding white space does not count, and a run of it
 * counts as one space, as a browser shows it. Case counts.
 */
export function isNameTyped(typed: string, name: string): boolean {
  return asShown(typed) === asShown(name)
}

function asShown(name: string): string {
  return name.trim().replaceAll(/\s+/gu, ' ')
}
