import type { AccountSecurity } from '@leadlight/contract/own-account'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { instance, rosasAnswers } from '../../testing/rosas-story.ts'
import { security } from './testing/security.ts'

const PASSWORD = 'a long enough password'
const NEW_PASSWORD = 'a new and longer password'

beforeEach(() => localStorage.setItem('access_token', 'a-token-12345678'))
afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

interface Form {
  action: string
  submit: string
  path: string
  linked: string | null
  /** What the form asks for besides the proof, and sends. */
  more: Record<string, string>
  body: Record<string, string>
}

const FORMS: Form[] = [
  {
    action: 'Change email',
    submit: 'Mail me the link',
    path: '/users_info/change_email',
    linked: null,
    more: { 'New email': 'rosa@acme.example', 'Your password': PASSWORD },
    body: { email: 'rosa@acme.example', password: PASSWORD },
  },
  {
    action: 'Change password',
    submit: 'Change the password',
    path: '/users_info/change_password',
    linked: null,
    more: { 'Current password': PASSWORD, 'New password': NEW_PASSWORD },
    body: { current_password: PASSWORD, password: NEW_PASSWORD },
  },
  {
    action: 'Link Google',
    submit: 'Go to Google',
    path: '/users_info/google/link',
    linked: null,
    more: { 'Your password': PASSWORD },
    body: { password: PASSWORD },
  },
  {
    action: 'Unlink Google',
    submit: 'Unlink Google',
    path: '/users_info/google/unlink',
    linked: 'rosa@gmail.example',
    more: { 'Your password': PASSWORD },
    body: { password: PASSWORD },
  },
]

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

/** Opens the form and fills in all but the code; each attempt is refused with the code. */
async function fillIn(form: Form, { refusal, changes }: { refusal: string; changes: Partial<AccountSecurity> }) {
  const server = fakeServer({
    ...rosasAnswers(),
    'GET /api/v1/instance': instance({ google: true }),
    'GET /users_info/security': security({ google_email: form.linked, ...changes }),
    [`POST ${form.path}`]: problem(400, 'The reason.', refusal),
  })
  renderApp('/account')
  await userEvent.click(await screen.findByRole('button', { name: form.action }))
  for (const [label, text] of Object.entries(form.more)) await userEvent.type(screen.getByLabelText(label), text)
  return server
}

test.each(FORMS)(
  '"$action" sends a code of the app or a recovery code along, and says if it is wrong',
  async (form) => {
    const changes = { second_factor: true, recovery_codes_left: 1 }
    const server = await fillIn(form, { refusal: 'BAD_SECOND_FACTOR', changes })
    await userEvent.type(screen.getByLabelText('Code'), '123456')
    await press(form.submit)
    expect((await screen.findByRole('alert')).textContent).toBe('The reason.')
    expect(screen.getByLabelText('Code').getAttribute('aria-invalid')).toBe('true')
    await press('Use a recovery code instead')
    await userEvent.type(screen.getByLabelText('Recovery code'), '7k3m-q0xz')
    await press(form.submit)
    await waitFor(() =>
      expect(server.of(form.path).map((each) => each.body)).toEqual([
        { ...form.body, second_factor_code: '123456' },
        { ...form.body, second_factor_code: '7k3m-q0xz' },
      ]),
    )
  },
)

test.each(FORMS)('"$action" asks for no code without a second factor', async (form) => {
  const server = await fillIn(form, { refusal: 'BAD_PASSWORD', changes: {} })
  expect(screen.queryByLabelText('Code')).toBeNull()
  await press(form.submit)
  expect((await screen.findByRole('alert')).textContent).toBe('The reason.')
  const [password = ''] = Object.keys(form.more).filter((label) => /^(?:Your|Current)/.test(label))
  expect(screen.getByLabelText(password).getAttribute('aria-invalid')).toBe('true')
  expect(server.of(form.path)[0]?.body).toEqual(form.body)
})

test.each(FORMS)(
  '"$action" asks for the code of a second factor that was turned on elsewhere meanwhile',
  async (form) => {
    const server = await fillIn(form, { refusal: 'LOGIN_SECOND_FACTOR_REQUIRED', changes: {} })
    server.answers['GET /users_info/security'] = security({ google_email: form.linked, second_factor: true })
    await press(form.submit)
    expect((await screen.findByLabelText('Code')).getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByRole('alert').textContent).toBe('The reason.')
  },
)
