import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { findDraft, storeDraft } from '../lib/draft.ts'
import { fakeServer } from '../testing/fake-server.ts'
import { App, startApp } from './app.tsx'

afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

test('signing out in another tab deletes what was typed here and not saved, on any page, while signing in leaves it', async () => {
  fakeServer({})
  window.history.replaceState(null, '', '/404')
  render(<App {...startApp()} />)
  await screen.findByRole('heading', { name: 'Page Not Found' })
  storeDraft('reply', 'Hello Ada')
  const other = (newValue: string | null) =>
    window.dispatchEvent(new StorageEvent('storage', { key: 'access_token', newValue }))
  other('another-token')
  expect(findDraft('reply')).toBe('Hello Ada')
  other(null)
  expect(findDraft('reply')).toBeNull()
})
