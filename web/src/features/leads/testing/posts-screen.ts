import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { giveElementsHeight } from './leads-story.ts'

/** Signs in before each test and cleans up after it. */
export function signInForEachTest(): void {
  beforeAll(giveElementsHeight)
  beforeEach(() => localStorage.setItem('access_token', 'a-token-12345678'))
  afterEach(() => {
    cleanup()
    localStorage.clear()
    sessionStorage.clear()
    vi.unstubAllGlobals()
  })
}

export const rowOf = (name: string) => screen.findByRole('article', { name })

/** Focuses a lead's row. */
export async function focusRow(name: string): Promise<void> {
  ;(await screen.findByRole('link', { name })).focus()
}

/** Presses a button and waits for the code it loads. */
export async function press(name: string | RegExp): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name }))
}

export async function choose(role: 'menuitem' | 'menuitemradio' | 'menuitemcheckbox', name: string | RegExp) {
  await userEvent.click(await screen.findByRole(role, { name }))
}

/** The open lead, beside the list. */
export const pane = async () => within(await screen.findByRole('region', { name: 'Reading pane' }))

export const button = (name: string | RegExp) => screen.findByRole('button', { name })

/** Undoes by the toast with this text. */
export async function undo(done: string): Promise<void> {
  const toast = (await screen.findByText(done)).closest<HTMLElement>('[data-kind]')
  await userEvent.click(within(toast!).getByRole('button', { name: 'Undo' }))
}
