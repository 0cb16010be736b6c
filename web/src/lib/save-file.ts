/** The file name in a response's headers; null if there is none. */
export function fileName(response: Response): string | null {
  return /filename="?([^";]+)"?/u.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? null
}

/** Downloads a file as if the user had clicked a link to it. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads the file asynchronously and needs the URL a moment longer.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
