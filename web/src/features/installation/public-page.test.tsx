import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'

const PRIVACY = 'GET /api/v1/instance/pages/privacy'

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

async function showing(markdown: string) {
  fakeServer({ [PRIVACY]: { markdown } })
  const app = renderApp('/privacy')
  await screen.findByText(/^Kept/)
  return app
}

test('a page shows its operator’s text, with its title once', async () => {
  await showing('# Privacy Policy\n\nKept **here** only.\n\n## For how long\n\n- a year\n- no more')
  expect(screen.getAllByRole('heading').map((heading) => [heading.tagName, heading.textContent])).toEqual([
    ['H1', 'Privacy Policy'],
    ['H2', 'For how long'],
  ])
  expect(screen.getByText('here').tagName).toBe('STRONG')
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['a year', 'no more'])
})

test('a link with a script URL is dead, and HTML is text', async () => {
  await showing(
    'Kept\n\n[a](javascript:alert(1)) [b](data:text/html,x) [c](//evil.example) <img src=x onerror=alert(1)>\n\n<script>alert(2)</script>',
  )
  const hrefs = [...document.querySelectorAll('main a')].map((link) => link.getAttribute('href'))
  expect(hrefs).toEqual(['', '', '//evil.example', '/sign-in'])
  expect(document.querySelector('main img, main script')).toBeNull()
  expect(document.querySelector('main')?.textContent).toContain('<script>alert(2)</script>')
})

test('an internal link navigates without a page load', async () => {
  const app = await showing('Kept as [we say](/terms); else [mail](mailto:us@acme.example).')
  expect(screen.getByRole('link', { name: 'mail' }).getAttribute('rel')).toBe('noopener noreferrer')
  await userEvent.click(screen.getByRole('link', { name: 'we say' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Terms & Conditions' })).toBeTruthy()
  expect(app.path()).toBe('/terms')
})

test('a page that cannot be fetched says so and can be retried', async () => {
  const server = fakeServer({ [PRIVACY]: problem(404, 'Not here.') })
  renderApp('/privacy')
  expect((await screen.findByRole('alert')).textContent).toContain('An error occurred while fetching the data.')
  server.answers[PRIVACY] = { markdown: 'Kept.' }
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Kept.')).toBeTruthy()
})
