import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { PlatformMark } from './platform-mark.tsx'

afterEach(cleanup)

test.each(['hacker_news', 'unheard_of'])('the mark of %s is silent, unless a name is given', (platform) => {
  const { container, rerender } = render(<PlatformMark platform={platform} />)
  expect(container.firstElementChild?.getAttribute('aria-hidden')).toBe('true')
  rerender(<PlatformMark platform={platform} name="Its name" />)
  expect(screen.getByRole('img', { name: 'Its name' })).toBeTruthy()
})

test('a platform without a mark shows its first letter', () => {
  const { container } = render(<PlatformMark platform="unheard_of" />)
  expect(container.textContent).toBe('U')
})
