/** Writes to the browser's console. What the specification says is only logged ends here. */
export function logWarning(message: string, cause?: unknown): void {
  console.warn(message, cause ?? '')
}

export function logError(message: string, cause?: unknown): void {
  console.error(message, cause ?? '')
}
