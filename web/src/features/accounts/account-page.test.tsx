import type { AccountSecurity } from '@leadlight/contract/own-account'
import type { Member } from '@leadlight/contract/team'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findToken } from '../../lib/session.ts'
import type { Answers } from '../../testing/fake-server.ts'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { rosa, rosasAnswers } from '../../testing/rosas-story.ts'
import { security, session } from './testing/security.ts'

const NOTHING = new Response(null, { status: 204 })

beforeEach(() => localStorage.setItem('access_token', 'a-token-12345678'))
afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

async function openAccount(changes: Partial<AccountSecurity> = {}, answers: Answers = {}) {
  const server = fakeServer({ ...rosasAnswers(), 'GET /users_info/security': security(changes), ...answers })
  const app = renderApp('/account')
  await screen.findByRole('heading', { level: 1, name: 'Account' })
  await screen.findByRole('button', { name: 'Sign out everywhere' })
  return { server, app }
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const type = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text)
const pressed = async (action: string) => {
  await press(action)
  return screen.getByRole('form')
}

test('the user menu links to the account page', async () => {
  const { app } = await openAccount()
  await app.router.navigate('/org/projects')
  await userEvent.click(await screen.findByRole('button', { name: /Account: Rosa Klein/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Account' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Account' })).toBeTruthy()
  expect(app.path()).toBe('/account')
})

test('a changed name shows everywhere; the form takes the focus and returns it', async () => {
  const { server } = await openAccount({}, { 'PATCH /users_info/update_name': rosa({ first_name: 'Rose' }) })
  await press('Change name')
  const first = screen.getByLabelText('First name')
  expect(document.activeElement).toBe(first)
  await userEvent.clear(first)
  await userEvent.type(first, ' Rose ')
  await press('Save name')
  expect(await screen.findByRole('button', { name: /Account: Rose Klein/ })).toBeTruthy()
  expect(server.of('/users_info/update_name')[0]?.query.toString()).toBe('first_name=Rose&last_name=Klein')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change name' }))
})

test('a new email address applies once its mailed link is followed, and a wrong password is an error at its field', async () => {
  const { server } = await openAccount({}, { 'POST /users_info/change_email': problem(400, 'Wrong.', 'BAD_PASSWORD') })
  await press('Change email')
  await type('New email', 'rosa@acme.example')
  await type('Your password', 'not it')
  await press('Mail me the link')
  expect((await screen.findByRole('alert')).textContent).toBe('Wrong.')
  expect(screen.getByLabelText('Your password').getAttribute('aria-invalid')).toBe('true')
  server.answers['POST /users_info/change_email'] = new Response(null, { status: 202 })
  await press('Mail me the link')
  expect(await screen.findByText(/A link was mailed to rosa@acme.example/)).toBeTruthy()
  expect(screen.getByText('rosa@netscope.example')).toBeTruthy()
  expect(server.of('/users_info/change_email')[1]?.body).toEqual({ email: 'rosa@acme.example', password: 'not it' })
})

test('a changed password ends the other sessions, which leave the list', async () => {
  const sessions = [session('1', { is_current: true }), session('2')]
  const { server } = await openAccount({ sessions }, { 'POST /users_info/change_password': NOTHING })
  expect(screen.getAllByText('Firefox on Linux')).toHaveLength(2)
  await press('Change password')
  await type('Current password', 'the old password')
  await type('New password', 'a new and longer password')
  server.answers['GET /users_info/security'] = security()
  await press('Change the password')
  await waitFor(() => expect(screen.getAllByText('Firefox on Linux')).toHaveLength(1))
  const body = { current_password: 'the old password', password: 'a new and longer password' }
  expect(server.of('/users_info/change_password')[0]?.body).toEqual(body)
})

test.each([
  ['BAD_PASSWORD', 'Current password'],
  ['CHANGE_PASSWORD_INVALID_PASSWORD', 'New password'],
])('%s is shown beside "%s"', async (code, label) => {
  await openAccount({}, { 'POST /users_info/change_password': problem(400, 'The reason.', code) })
  await press('Change password')
  await type('Current password', 'the old password')
  await type('New password', 'a new and longer password')
  await press('Change the password')
  expect((await screen.findByRole('alert')).textContent).toBe('The reason.')
  expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true')
})

test('a user without a password can request a link to set one, and sees no forms that need one', async () => {
  const { server } = await openAccount(
    { has_password: false, google_email: 'rosa@gmail.example' },
    { 'POST /auth/forgot-password': new Response(null, { status: 202 }) },
  )
  await press('Mail me a link to set one')
  expect(await screen.findByText(/A link to set a password was mailed to rosa@netscope.example/)).toBeTruthy()
  expect(server.of('/auth/forgot-password')[0]?.body).toEqual({ email: 'rosa@netscope.example' })
  for (const name of ['Change email', 'Change password', 'Unlink Google', 'Set up'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})

test('the second factor is set up with the password and a code, and its recovery codes show once', async () => {
  const secret = 'JBSWY3DPEHPK3PXP'
  const { server } = await openAccount(
    {},
    {
      'POST /users_info/second_factor/start': { secret, otpauth_url: `otpauth://totp/Leadlight?secret=${secret}` },
      'POST /users_info/second_factor/confirm': problem(400, 'That code is wrong.', 'BAD_SECOND_FACTOR'),
    },
  )
  await press('Set up')
  await type('Your password', 'a long enough password')
  await press('Continue')
  expect(await screen.findByRole('figure', { name: 'Picture to scan with your authenticator app' })).toBeTruthy()
  expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'open the app on this device' }).getAttribute('href')).toContain('otpauth:')
  await type('Code', '000000')
  await press('Turn on')
  expect((await screen.findByRole('alert')).textContent).toBe('That code is wrong.')
  server.answers['POST /users_info/second_factor/confirm'] = { recovery_codes: ['7k3m-q0xz', 'w2hd-55ab'] }
  server.answers['GET /users_info/security'] = security({ second_factor: true, recovery_codes_left: 2 })
  await press('Turn on')
  expect(await screen.findByText('7k3m-q0xz')).toBeTruthy()
  await waitFor(() => expect(server.of('/users_info/security')).toHaveLength(2))
  expect(screen.getByText('w2hd-55ab')).toBeTruthy()
  await press('I have kept them')
  expect(await screen.findByText('2 recovery codes left')).toBeTruthy()
  expect(screen.queryByText('7k3m-q0xz')).toBeNull()
})

test('recovery codes can be copied, with a notice if the browser forbids it', async () => {
  const user = userEvent.setup()
  await openAccount(
    {},
    {
      'POST /users_info/second_factor/start': { secret: 'JBSW', otpauth_url: 'otpauth://totp/Leadlight?secret=JBSW' },
      'POST /users_info/second_factor/confirm': { recovery_codes: ['7k3m-q0xz', 'w2hd-55ab'] },
    },
  )
  await press('Set up')
  await type('Your password', 'a long enough password')
  await press('Continue')
  await userEvent.type(await screen.findByLabelText('Code'), '123456')
  await press('Turn on')
  await user.click(await screen.findByRole('button', { name: 'Copy the recovery codes' }))
  expect(await navigator.clipboard.readText()).toBe('7k3m-q0xz\nw2hd-55ab')
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy()
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('Not here', 'NotAllowedError'))
  await user.click(screen.getByRole('button', { name: 'Copied' }))
  expect(await screen.findByRole('button', { name: 'Select and copy it by hand' })).toBeTruthy()
})

test('the second factor is removed with the password and a code, or a recovery code', async () => {
  const { server } = await openAccount(
    { second_factor: true, recovery_codes_left: 1 },
    { 'POST /users_info/second_factor/remove': problem(400, 'That code is wrong.', 'BAD_SECOND_FACTOR') },
  )
  const form = within(await pressed('Turn off'))
  await type('Your password', 'a long enough password')
  await userEvent.click(form.getByRole('button', { name: 'Use a recovery code instead' }))
  await type('Recovery code', '7k3m-q0xz')
  await userEvent.click(form.getByRole('button', { name: 'Turn off' }))
  expect((await screen.findByRole('alert')).textContent).toBe('That code is wrong.')
  server.answers['POST /users_info/second_factor/remove'] = NOTHING
  server.answers['GET /users_info/security'] = security()
  await userEvent.click(form.getByRole('button', { name: 'Turn off' }))
  expect(await screen.findByText('Off. Your password alone lets you in.')).toBeTruthy()
  const body = { password: 'a long enough password', code: '7k3m-q0xz' }
  expect(server.of('/users_info/second_factor/remove')[1]?.body).toEqual(body)
})

test('Google can be unlinked with the password, and is absent if the installation does not have it', async () => {
  const { server } = await openAccount(
    { google_email: 'rosa@gmail.example' },
    { 'POST /users_info/google/unlink': problem(409, 'Set a password first.', 'NO_PASSWORD') },
  )
  await press('Unlink Google')
  await type('Your password', 'a long enough password')
  await press('Unlink Google')
  expect((await screen.findByRole('alert')).textContent).toBe('Set a password first.')
  server.answers['POST /users_info/google/unlink'] = NOTHING
  server.answers['GET /users_info/security'] = security()
  await press('Unlink Google')
  await waitFor(() => expect(screen.queryByText('rosa@gmail.example')).toBeNull())
  expect(screen.queryByText('Google')).toBeNull()
  expect(server.of('/users_info/google/unlink')[1]?.body).toEqual({ password: 'a long enough password' })
})

test('a long list of sessions expands on request', async () => {
  const sessions = Array.from({ length: 9 }, (_, i) => session(String(i), { is_current: i === 0 }))
  await openAccount({ sessions })
  expect(screen.getAllByText('Firefox on Linux')).toHaveLength(6)
  await press('Show 3 more sessions')
  expect(screen.getAllByText('Firefox on Linux')).toHaveLength(9)
  expect(screen.getAllByText('This one')).toHaveLength(1)
})

test('another session is ended after a question, and this one has no button for it', async () => {
  const sessions = [session('1', { is_current: true }), session('2')]
  const { server } = await openAccount({ sessions }, { 'DELETE /users_info/sessions/2': NOTHING })
  const [button, ...more] = screen.getAllByRole('button', { name: /^Sign out Firefox on Linux, since / })
  expect(more).toEqual([])
  await userEvent.click(button ?? document.body)
  server.answers['GET /users_info/security'] = security()
  await press('Sign it out')
  await waitFor(() => expect(screen.getAllByText('Firefox on Linux')).toHaveLength(1))
  expect(server.of('/users_info/sessions/2')).toHaveLength(1)
})

test('a session that cannot be ended says why and stays', async () => {
  const sessions = [session('1', { is_current: true }), session('2')]
  const why = 'That session does not exist, or has ended.'
  await openAccount({ sessions }, { 'DELETE /users_info/sessions/2': problem(404, why, 'session_not_found') })
  await userEvent.click(screen.getByRole('button', { name: /^Sign out Firefox on Linux, since / }))
  await press('Sign it out')
  expect(await screen.findByText(why)).toBeTruthy()
  expect(screen.getAllByText('Firefox on Linux')).toHaveLength(2)
})

test('signing out everywhere asks first, then goes to sign-in, which says so', async () => {
  const { app } = await openAccount({}, { 'POST /users_info/sign_out_everywhere': NOTHING })
  await press('Sign out everywhere')
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Sign out everywhere' }))
  expect(await screen.findByText('You are signed out everywhere.')).toBeTruthy()
  expect(screen.getByText('Welcome back to Leadlight.')).toBeTruthy()
  expect(app.path()).toBe('/sign-in')
  expect(findToken()).toBeNull()
})

const MEMBERS = 'GET /api/v1/organization/members'

function member(parts: Partial<Member> = {}): Member {
  const { id, email, first_name, last_name } = rosa()
  const joined_at = '2026-10-01T00:00:00.000Z'
  return {
    user_id: id,
    email,
    first_name,
    last_name,
    avatar_url: null,
    role: 'ADMIN',
    project_ids: [],
    joined_at,
    ...parts,
  }
}

test('whoever deletes their account among others reads what stays there without their name', async () => {
  await openAccount({}, { [MEMBERS]: [member(), member({ user_id: 'ben' })] })
  await press('Delete account')
  expect(await screen.findByText(/^Acme stays with the others, .* without your name/)).toBeTruthy()
  expect(screen.queryByText(/so it goes too/)).toBeNull()
})

test('the only admin of others reads why their account cannot be deleted yet, and is asked for nothing', async () => {
  await openAccount({}, { [MEMBERS]: [member(), member({ user_id: 'ben', role: 'MEMBER' })] })
  await press('Delete account')
  const why = /^Your account cannot be deleted yet: others are in Acme, and you are its only admin\. Make one of them/
  expect(await screen.findByText(why)).toBeTruthy()
  const form = within(screen.getByRole('form', { name: 'Delete your account' }))
  expect(form.getByRole('link', { name: 'Team' }).getAttribute('href')).toBe('/org/team')
  expect(form.queryByRole('textbox')).toBeNull()
  expect(form.queryByRole('button', { name: 'Delete my account' })).toBeNull()
  await userEvent.click(form.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('form', { name: 'Delete your account' })).toBeNull()
})

test('what was typed to delete an account stays while another admin is made, who alone was in the way', async () => {
  const refused = problem(409, 'You are the last admin.', 'last_admin')
  const { server } = await openAccount(
    {},
    { 'POST /users_info/delete_account': refused, [MEMBERS]: [member(), member({ user_id: 'ben' })] },
  )
  await press('Delete account')
  await screen.findByText(/^Acme stays with the others/)
  await type('Type your email to confirm', 'rosa@netscope.example')
  await type('Your password', 'a long enough password')
  server.answers[MEMBERS] = [member(), member({ user_id: 'ben', role: 'MEMBER' })]
  await press('Delete my account')
  expect(await screen.findByText(/^Your account cannot be deleted yet/)).toBeTruthy()
  server.answers[MEMBERS] = [member(), member({ user_id: 'ben' })]
  await press('Look again')
  expect(await screen.findByRole('button', { name: 'Delete my account' })).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Type your email to confirm').value).toBe('rosa@netscope.example')
  expect(screen.getByLabelText<HTMLInputElement>('Your password').value).toBe('a long enough password')
})

test('no account is deleted while it is not known what goes with it, and that is looked up again on request', async () => {
  const { server } = await openAccount({}, { [MEMBERS]: problem(400, 'Not now.') })
  await press('Delete account')
  expect(await screen.findByText(/^What becomes of Acme could not be looked up\. Not now\./)).toBeTruthy()
  await type('Type your email to confirm', 'rosa@netscope.example')
  const button = screen.getByRole('button', { name: 'Delete my account' })
  expect(button.hasAttribute('disabled')).toBe(true)
  server.answers[MEMBERS] = [member()]
  await press('Try again')
  expect(await screen.findByText(/You are alone in Acme, so it goes too/)).toBeTruthy()
  expect(button.hasAttribute('disabled')).toBe(false)
})

test('an account is deleted after its email address is typed, with the password, and sign-in says so', async () => {
  const path = '/users_info/delete_account'
  const { server, app } = await openAccount(
    {},
    { [`POST ${path}`]: problem(409, 'You are the last admin.', 'last_admin'), [MEMBERS]: [member()] },
  )
  await press('Delete account')
  expect(await screen.findByText(/You are alone in Acme, so it goes too/)).toBeTruthy()
  const button = screen.getByRole('button', { name: 'Delete my account' })
  await type('Your password', 'a long enough password')
  await type('Type your email to confirm', 'somebody@netscope.example')
  expect(button.hasAttribute('disabled')).toBe(true)
  await userEvent.clear(screen.getByLabelText('Type your email to confirm'))
  await type('Type your email to confirm', 'Rosa@Netscope.example')
  await userEvent.click(button)
  expect((await screen.findByRole('alert')).textContent).toBe('You are the last admin.')
  server.answers[`POST ${path}`] = NOTHING
  await userEvent.click(button)
  expect(await screen.findByText('Your account is deleted.')).toBeTruthy()
  expect(screen.queryByText(/Welcome back/)).toBeNull()
  expect(app.path()).toBe('/sign-in')
  expect(findToken()).toBeNull()
  expect(server.of(path)[1]?.body).toEqual({ email: 'Rosa@Netscope.example', password: 'a long enough password' })
})

test('a section that could not be loaded says so and can be retried, beside the others', async () => {
  const server = fakeServer({ ...rosasAnswers(), 'GET /users_info/security': problem(403, 'Not now.') })
  renderApp('/account')
  expect((await screen.findByRole('alert')).textContent).toContain('Not now.')
  expect(screen.getByRole('button', { name: 'Change name' })).toBeTruthy()
  server.answers['GET /users_info/security'] = security()
  await press('Try again')
  expect(await screen.findByRole('button', { name: 'Change password' })).toBeTruthy()
})
