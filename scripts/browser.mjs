// Finds a Chromium for the browser tests, or installs one: Debian's if there are apt and root, otherwise Playwright's
// own.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findNode, root } from './install.mjs'

/** The same Chromium without a window of its own needs a quarter less processor time. */
const WINDOWLESS = '/usr/bin/chromium-headless-shell'
const places = [
  WINDOWLESS,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
]

/** The path of a browser, or undefined if Playwright installed its own. */
export function ensureBrowser() {
  const found = places.find((place) => existsSync(place))
  if (found) return found
  return install('chromium-headless-shell', WINDOWLESS)
}

/** The same of a browser that takes extensions, which the one without windows does not. */
export function ensureBrowserWithExtensions() {
  const found = places.find((place) => place !== WINDOWLESS && existsSync(place))
  return found ?? install('chromium', '/usr/bin/chromium')
}

function install(debian, path) {
  if (existsSync('/usr/bin/apt-get') && process.getuid?.() === 0) {
    console.log('Installing Chromium from Debian…')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env })
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', debian], { stdio: 'inherit', env })
    return path
  }
  console.log('Installing Chromium by Playwright…')
  execFileSync(findNode(), [join(root, 'node_modules/@playwright/test/cli.js'), 'install', 'chromium'], {
    stdio: 'inherit',
  })
  return undefined
}
