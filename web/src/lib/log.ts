/** Tells whoever looks at the browser's console. Things the specification says are logged only end here. */
export function logWarning(message: string, cause?: unknown): void {
  console.warn(message, cause ?? '')
}

export function logError(message: string, cause?: unknown): void {
  console.error(message, cause ?? '')
}
