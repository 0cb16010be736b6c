import { test as base } from '@playwright/test'
import type { Page } from '@playwright/test'
import { startHosted } from './hosted-installation.ts'
import type { HostedInstallation } from './hosted-installation.ts'
import { startWithModel } from './installation-with-model.ts'
import type { InstallationWithModel } from './installation-with-model.ts'
import { startDefault } from './default-installation.ts'
import type { DefaultInstallation } from './default-installation.ts'
import { copyDatabase } from './run.ts'
import type { Workspace } from './workspace.ts'

interface OfTest {
  /** A page of a signed-out visitor to the default installation. */
  visitor: Page
}

export interface OfWorker {
  /** The number of irrelevant posts besides the corpus, for searches to read. */
  fill: number
  usual: DefaultInstallation & { workspace: Workspace }
  /** The default installation. */
  installation: DefaultInstallation
  /** A team of it, with projects that already have leads. */
  workspace: Workspace
  /** An installation that sells plans, has a mail server and monitors a Hacker News that tests post on. */
  hosted: HostedInstallation
  /** An installation whose drafts are written by a model. */
  modelled: InstallationWithModel
}

/**
 * The fixtures of all files. Each worker has its own installations, started on first use and kept for its later files.
 * Tests share nothing else: their changes belong to an account or project of their file.
 */
export const test = base.extend<OfTest, OfWorker>({
  fill: [0, { option: true, scope: 'worker' }],
  usual: [
    async ({ fill }, use) => {
      const { databaseUrl, seeded } = await copyDatabase()
      const usual = await startDefault({ databaseUrl, fill, secretKey: seeded.secretKey })
      const [rosa, tomas] = seeded.people.map((person) => ({ ...person, url: usual.url }))
      if (!rosa || !tomas) throw new Error('Nothing was seeded')
      await use({ ...usual, workspace: { rosa, tomas, projects: seeded.projects } })
      await usual.stop()
    },
    { scope: 'worker' },
  ],
  installation: [({ usual }, use) => use(usual), { scope: 'worker' }],
  workspace: [({ usual }, use) => use(usual.workspace), { scope: 'worker' }],
  hosted: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures that are needed out of the first argument.
    async ({}, use) => {
      const { databaseUrl } = await copyDatabase()
      const hosted = await startHosted(databaseUrl)
      await use(hosted)
      await hosted.stop()
    },
    { scope: 'worker' },
  ],
  modelled: [
    // eslint-disable-next-line no-empty-pattern -- As above.
    async ({}, use) => {
      const { databaseUrl } = await copyDatabase()
      const modelled = await startWithModel(databaseUrl)
      await use(modelled)
      await modelled.stop()
    },
    { scope: 'worker' },
  ],
  visitor: async ({ browser, installation }, show) => {
    const context = await browser.newContext({ baseURL: installation.url })
    await show(await context.newPage())
    await context.close()
  },
})
