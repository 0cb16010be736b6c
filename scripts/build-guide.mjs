// Builds the guide's site if its pages have changed since the last build.
import { spawnSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { builtFrom } from './built-from.mjs'
import { findNode, root } from './install.mjs'

const generator = join(root, 'node_modules/@rspress/core/bin/rspress.js')
const guide = builtFrom('guide/dist', [
  'docs',
  'contract/src',
  'domain/src/roles.ts',
  'guide/src',
  'guide/rspress.config.ts',
  'web/src/ui/tokens.css',
  'server/src/platform/docs-shape.ts',
  'server/src/platform/openapi.ts',
  'package-lock.json',
])

/** Whether guide/dist was built from the present pages, or what builds it is not installed. */
export const isGuideSettled = () => guide.isPresent() || !existsSync(generator)

/** Throws with what the generator says where it fails, as it does for a link to nothing. */
export function ensureGuideBuilt() {
  guide.ensure(() => {
    rmSync(join(root, 'guide/dist'), { recursive: true, force: true })
    run('src/write-api-pages.ts', '.api')
    run(generator, 'build')
  })
}

function run(...args) {
  const { status, stdout, stderr } = spawnSync(findNode(), args, {
    cwd: join(root, 'guide'),
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (status !== 0) throw new Error(`The guide could not be built.\n${stdout}${stderr}`)
}
