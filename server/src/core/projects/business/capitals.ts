export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/**
 * With a small first letter, unless capitals or digits inside mark the first word as a name, as in `CRM` or
 * `QuickBooks`.
 */
export function decapitalized(text: string): string {
  return !/^I\b/.test(text) && /^[A-Z](?![\p{L}\d]*[A-Z\d])/u.test(text)
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text
}
