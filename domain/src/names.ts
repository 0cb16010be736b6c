/**
 * Whether a name typed to confirm something is the name that is meant. White space around it does not count, and a run of
 * it counts as one space, as that is how a browser shows a name. Letter case does count.
 */
export function isNameTyped(typed: string, name: string): boolean {
  return asShown(typed) === asShown(name)
}

function asShown(name: string): string {
  return name.trim().replaceAll(/\s+/gu, ' ')
}
