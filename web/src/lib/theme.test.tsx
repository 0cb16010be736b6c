import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { startTheme, useTheme } from './theme.ts'

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

/** A system with a switchable dark preference. */
function fakeSystem(dark: boolean) {
  const query = Object.assign(new EventTarget(), { matches: dark })
  vi.stubGlobal('matchMedia', () => query)
  return {
    switchTo(next: boolean) {
      query.matches = next
      act(() => void query.dispatchEvent(new Event('change')))
    },
  }
}

function Switch() {
  const { theme, choice, choose } = useTheme()
  return (
    <>
      <p>
        {choice}: {theme}
      </p>
      <button type="button" onClick={() => choose('light')}>
        light
      </button>
      <button type="button" onClick={() => choose('system')}>
        system
      </button>
    </>
  )
}

test('the theme follows the system until the user chooses, and again if they choose the system', () => {
  const isDark = () => document.documentElement.classList.contains('dark')
  const system = fakeSystem(true)
  startTheme()
  render(<Switch />)
  expect(isDark()).toBe(true)
  expect(screen.getByText('system: dark')).toBeTruthy()
  system.switchTo(false)
  expect(isDark()).toBe(false)
  system.switchTo(true)
  expect(isDark()).toBe(true)
  act(() => screen.getByRole('button', { name: 'light' }).click())
  expect(isDark()).toBe(false)
  expect(screen.getByText('light: light')).toBeTruthy()
  expect(localStorage.getItem('theme')).toBe('light')
  system.switchTo(false)
  system.switchTo(true)
  expect(isDark()).toBe(false)
  act(() => screen.getByRole('button', { name: 'system' }).click())
  expect(isDark()).toBe(true)
  expect(localStorage.getItem('theme')).toBeNull()
})
