import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { createMember, openAs } from '../support/member.ts'
import { verifyAddress } from '../support/outbox.ts'
import { pane, rows } from '../support/posts-screen.ts'
import { createProject, waitForSearches } from '../support/project.ts'
import { test } from '../support/test.ts'
import { FOLDER } from './take.ts'

const SIGNAL = 'Freelancers and small agencies asking which invoicing or bookkeeping software to use'
const VIEWPORT = { width: 1200, height: 750 }
const WIDTH_PX = 960
const LETTERS_A_FRAME = 8
/** One palette for all frames, without dithering: the product has few colours, and flat ones shrink well. */
const FILTER = `scale=${WIDTH_PX}:-1:flags=lanczos,split[a][b];[a]palettegen=max_colors=128:stats_mode=full[p];[b][p]paletteuse=dither=none:diff_mode=rectangle`

interface Frame {
  file: string
  seconds: number
}

/** Keeps what the page shows as the next frame, shown for so long. */
type Show = (seconds: number) => Promise<void>

test('a moving picture of the way from a signal to an answer', async ({ browser, installation }) => {
  const member = await createMember(installation)
  await verifyAddress(installation, member.email)
  const projectId = await createProject(member, 'larkbill.example')
  const page = await openAs(browser, member, { viewport: VIEWPORT, colorScheme: 'light', reducedMotion: 'reduce' })
  const folder = await mkdtemp(join(tmpdir(), 'tour-'))
  const frames: Frame[] = []
  async function show(seconds: number) {
    const file = join(folder, `${frames.length}.png`)
    await page.screenshot({ path: file, animations: 'disabled' })
    frames.push({ file, seconds })
  }
  await writeSignal(page, projectId, show)
  await waitForSearches(member, projectId)
  await readLeads(page, projectId, show)
  await writeMovingPicture(frames, folder, join(FOLDER, 'tour.gif'))
  await rm(folder, { recursive: true })
  await page.context().close()
})

async function writeSignal(page: Page, projectId: string, show: Show): Promise<void> {
  await page.goto(`/projects/new/${projectId}/step-4`)
  const field = page.getByLabel('New signal')
  await expect(field).toBeVisible()
  await field.focus()
  await show(1)
  for (let at = LETTERS_A_FRAME; at < SIGNAL.length; at += LETTERS_A_FRAME) {
    await field.fill(SIGNAL.slice(0, at))
    await show(0.12)
  }
  await field.fill(SIGNAL)
  await page.getByRole('combobox', { name: 'How far back to look' }).click()
  await page.getByRole('option', { name: 'Last 90 days' }).click()
  await expect(page.locator('mark').first()).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await show(3)
  await page.getByRole('button', { name: 'Start finding leads' }).click()
  await expect(rows(page).first()).toBeVisible()
  await show(1.5)
}

async function readLeads(page: Page, projectId: string, show: Show): Promise<void> {
  await page.goto(`/projects/${projectId}/posts?sort_by=score`)
  await expect(rows(page).first()).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await show(2)
  for (const seconds of [3, 2]) {
    await page.keyboard.press('j')
    if (!/posts\/[^/?]+/.test(page.url())) await page.keyboard.press('Enter')
    await expect(pane(page).locator('mark').first()).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await show(seconds)
  }
  await page.keyboard.press('r')
  const reply = page.getByRole('region', { name: 'Reply draft' })
  await reply.getByRole('button', { name: /^(Draft|Give points)$/ }).click()
  await expect(reply.getByText(/ by Built-in composer/).last()).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await reply.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  await show(4)
}

/** Joins the frames by ffmpeg. */
async function writeMovingPicture(frames: readonly Frame[], folder: string, to: string): Promise<void> {
  const list = join(folder, 'frames.txt')
  // The last file is named once more: its duration would not count otherwise.
  const lines = [
    ...frames.map(({ file, seconds }) => `file '${file}'\nduration ${seconds}`),
    `file '${frames.at(-1)?.file}'`,
  ]
  await writeFile(list, lines.join('\n'))
  const args = ['-y', '-f', 'concat', '-safe', '0', '-i', list, '-vf', FILTER, '-loop', '0', to]
  await promisify(execFile)('ffmpeg', args).catch((error: unknown) => {
    throw new Error('ffmpeg could not make the moving picture. Where it is missing: apt-get install ffmpeg', {
      cause: error,
    })
  })
}
