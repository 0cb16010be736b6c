/** The name that an answer gives the file it is; null where it gives none. */
export function fileName(response: Response): string | null {
  return /filename="?([^";]+)"?/u.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? null
}

/** Hands a file to the browser, as if somebody had pressed a link to it. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads the file after this; it needs its address a moment longer.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
