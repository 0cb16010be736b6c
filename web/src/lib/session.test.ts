import { afterEach, expect, test } from 'vitest'
import { findDraft, storeDraft } from './draft.ts'
import { removeToken, saveToken } from './session.ts'

afterEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

test('signing out deletes what was typed and not saved, and nothing else of the tab', () => {
  saveToken('a-token-12345678')
  storeDraft('reply', 'Hello Ada')
  sessionStorage.setItem('wanted', '/org/team')
  removeToken()
  expect([findDraft('reply'), sessionStorage.getItem('wanted')]).toEqual([null, '/org/team'])
})
