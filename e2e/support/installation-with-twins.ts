import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { startProfilesDouble } from '@leadlight/server/testing/doubles/profiles-double'
import { NODE_FLAGS } from '@leadlight/server/testing/node-flags'
import { startInstallation } from './installation.ts'
import type { Installation } from './installation.ts'
import type { Person, Seeded } from './workspace.ts'

export interface InstallationWithTwins extends Installation {
  rosa: Person
  /** A member. */
  tomas: Person
  projectId: string
}

/** An installation where some write on two platforms, and whose platforms know Ottoline Berg. */
export async function startWithTwins(): Promise<InstallationWithTwins> {
  const profiles = await startProfilesDouble()
  let seeded: Seeded | undefined
  const installation = await startInstallation([], async (dataDir) => {
    seeded = JSON.parse(await run('seed-workspace.ts', dataDir)) as Seeded
    const { id, signalIds } = seeded.projects.Prospects
    await run('seed-twins.ts', dataDir, id, signalIds[0] ?? '')
    return {
      SECRET_KEY: seeded.secretKey,
      GITHUB_API_URL: profiles.githubUrl,
      HACKER_NEWS_ITEMS_URL: profiles.itemsUrl,
    }
  })
  const usualUrl = process.env['LEADLIGHT_URL']
  process.env['LEADLIGHT_URL'] = installation.url
  const [rosa, tomas] = seeded?.people ?? []
  if (!seeded || !rosa || !tomas) throw new Error('Nothing was seeded')
  return {
    ...installation,
    rosa,
    tomas,
    projectId: seeded.projects.Prospects.id,
    async stop() {
      if (usualUrl !== undefined) process.env['LEADLIGHT_URL'] = usualUrl
      await installation.stop()
      await profiles.close()
    },
  }
}

async function run(file: string, ...args: string[]): Promise<string> {
  const path = resolve(import.meta.dirname, file)
  const { stdout } = await promisify(execFile)(process.execPath, [...NODE_FLAGS, path, ...args])
  return stdout
}
