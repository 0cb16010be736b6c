import { startInstallation } from '../support/installation.ts'

/** An installation that knows only posts of the project's own making: the pictures are published. */
export default async function startWithOwnPosts(): Promise<() => Promise<void>> {
  const installation = await startInstallation(['--fill', '3000'])
  process.env['LEADLIGHT_URL'] = installation.url
  process.env['LEADLIGHT_WEBSITE_URL'] = installation.websiteUrl
  process.env['LEADLIGHT_FORUM_URL'] = installation.forumUrl
  process.env['LEADLIGHT_KEYS'] = installation.keys
  process.env['LEADLIGHT_DATA_DIR'] = installation.dataDir
  return () => installation.stop()
}
