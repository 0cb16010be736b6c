import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { startInstallation } from './installation.ts'

const SHARED_POSTS = resolve(import.meta.dirname, '../../../shared/data/posts')
/** Besides the project's own few posts, enough that a search has thousands to read. */
const FILL = 6000

/**
 * One installation for all journeys of a run; what it answers takes it down again. Real posts are served where they lie
 * beside the project.
 */
export default async function startForAllJourneys(): Promise<() => Promise<void>> {
  const posts = existsSync(SHARED_POSTS) && process.env['E2E_POSTS'] !== 'own' ? ['--posts', SHARED_POSTS] : null
  const installation = await startInstallation([...(posts ?? ['--fill', String(FILL)]), '--google'])
  process.env['LEADLIGHT_URL'] = installation.url
  process.env['LEADLIGHT_WEBSITE_URL'] = installation.websiteUrl
  process.env['LEADLIGHT_FORUM_URL'] = installation.forumUrl
  process.env['LEADLIGHT_KEYS'] = installation.keys
  process.env['LEADLIGHT_DATA_DIR'] = installation.dataDir
  return () => installation.stop()
}
