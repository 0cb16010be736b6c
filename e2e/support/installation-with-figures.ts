import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { NODE_FLAGS } from '@leadlight/server/testing/node-flags'
import { startInstallation } from './installation.ts'
import type { Installation } from './installation.ts'
import type { Person, Seeded } from './workspace.ts'

export interface InstallationWithFigures extends Installation {
  rosa: Person
  /** Has some weeks behind it. */
  projectId: string
  /** Has leads of today, and nothing else. */
  freshId: string
}

/** An installation with a project whose past there is something to tell of. */
export async function startWithFigures(): Promise<InstallationWithFigures> {
  let seeded: Seeded | undefined
  const installation = await startInstallation([], async (dataDir) => {
    seeded = JSON.parse(await run('seed-workspace.ts', dataDir)) as Seeded
    await run('seed-figures.ts', dataDir, seeded.projects.Bulk.id)
    return { SECRET_KEY: seeded.secretKey }
  })
  const usualUrl = process.env['LEADLIGHT_URL']
  process.env['LEADLIGHT_URL'] = installation.url
  const rosa = seeded?.people[0]
  if (!seeded || !rosa) throw new Error('Nothing was seeded')
  return {
    ...installation,
    rosa,
    projectId: seeded.projects.Bulk.id,
    freshId: seeded.projects.Palette.id,
    async stop() {
      if (usualUrl !== undefined) process.env['LEADLIGHT_URL'] = usualUrl
      await installation.stop()
    },
  }
}

async function run(file: string, ...args: string[]): Promise<string> {
  const path = resolve(import.meta.dirname, file)
  const { stdout } = await promisify(execFile)(process.execPath, [...NODE_FLAGS, path, ...args])
  return stdout
}
