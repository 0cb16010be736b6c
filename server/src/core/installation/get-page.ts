import type { PAGES } from '@leadlight/contract/installation'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'

const SHIPPED = new URL('../../../pages/', import.meta.url)
const BYTES_MAX = 200_000

export interface PageDependencies {
  log: Log
  /** The folder of the operator's own pages, if there are any. */
  pagesDirectory: string
}

/**
 * A public page as the operator wrote it, or as it ships. Throws for an operator's page that cannot be shown: whoever
 * asks for the terms here must not be shown others.
 */
export async function getPage(
  { log, pagesDirectory }: PageDependencies,
  page: (typeof PAGES)[number],
): Promise<{ markdown: string }> {
  const path = join(pagesDirectory, `${page}.md`)
  try {
    const own = await readOwn(path)
    return { markdown: own ?? (await readFile(new URL(`${page}.md`, SHIPPED), 'utf8')) }
  } catch (error) {
    log.error({ path, reason: error instanceof Error ? error.message : String(error) }, 'a page cannot be shown')
    throw new AppError(
      'unavailable',
      'page_unusable',
      'This page cannot be shown. Tell whoever runs this installation.',
    )
  }
}

async function readOwn(path: string): Promise<string | undefined> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (!file) return undefined
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(BYTES_MAX + 1), 0, BYTES_MAX + 1, 0)
    if (bytesRead > BYTES_MAX) throw new Error(`The page is larger than ${BYTES_MAX / 1000} KB.`)
    return new TextDecoder('utf-8', { fatal: true }).decode(buffer.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}
