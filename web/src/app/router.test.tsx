import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { unstable_serialize } from 'swr'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { signal } from '../features/leads/testing/leads-story.ts'
import { currentProjectId } from '../lib/api.ts'
import { keys } from '../lib/keys.ts'
import { fakeServer, problem } from '../testing/fake-server.ts'
import { renderApp } from '../testing/render-app.tsx'
import { NETSCOPE, project, QUIETPAGER, rosa, rosasAnswers } from '../testing/rosas-story.ts'

beforeEach(() => localStorage.setItem('access_token', 'a-token-12345678'))
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('redirects', () => {
  test.each([
    ['/projects', '/org/projects'],
    ['/org', '/org/projects'],
    ['/team', '/org/team'],
    ['/billing', '/org/billing'],
    [`/projects/${NETSCOPE}`, `/projects/${NETSCOPE}/posts`],
    [`/projects/${NETSCOPE}/settings`, `/projects/${NETSCOPE}/settings/project`],
    [`/projects/${NETSCOPE}/prospects`, `/projects/${NETSCOPE}/prospects/people`],
    ['/sign-in', `/projects/${NETSCOPE}/posts`],
    ['/no/such/page', '/404'],
  ])('%s goes to %s', async (from, to) => {
    fakeServer(rosasAnswers())
    const app = renderApp(from)
    await waitFor(() => expect(app.path()).toBe(to))
  })

  test('without a token every page behind sign-in redirects to it, and signing in returns', async () => {
    localStorage.clear()
    fakeServer({
      ...rosasAnswers(),
      'POST /auth/jwt/login': { access_token: 'a-token-12345678', token_type: 'bearer' },
    })
    const app = renderApp('/org/team')
    await userEvent.type(await screen.findByLabelText('Email'), 'rosa@netscope.example')
    await userEvent.type(screen.getByLabelText('Password'), 'a long enough password')
    expect(app.path()).toBe('/sign-in')
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
    await screen.findByRole('heading', { name: 'Team' })
    expect(app.path()).toBe('/org/team')
  })
})

describe('the index', () => {
  test('goes to the first project if none was used before', async () => {
    fakeServer(rosasAnswers())
    const app = renderApp('/')
    await waitFor(() => expect(app.path()).toBe(`/projects/${NETSCOPE}/posts`))
  })

  test('goes to the last-used project', async () => {
    localStorage.setItem('last_project_id', QUIETPAGER)
    fakeServer(rosasAnswers())
    const app = renderApp('/')
    await waitFor(() => expect(app.path()).toBe(`/projects/${QUIETPAGER}/posts`))
  })

  test('goes to the first project if the last-used one has gone', async () => {
    localStorage.setItem('last_project_id', '019ab000-0000-7000-8000-00000000dead')
    fakeServer(rosasAnswers())
    const app = renderApp('/')
    await waitFor(() => expect(app.path()).toBe(`/projects/${NETSCOPE}/posts`))
  })

  test('goes to the list of projects if there are none or a 404', async () => {
    fakeServer({ ...rosasAnswers(), 'GET /api/v1/project': problem(404, 'Not found') })
    const app = renderApp('/')
    expect(await screen.findByRole('heading', { name: 'No projects yet' })).toBeTruthy()
    expect(app.path()).toBe('/org/projects')
  })
})

test('a project’s card shows its leads of the last days in local time', async () => {
  const byDay = Array.from({ length: 14 }, (_, day) => (day < 12 ? 0 : day))
  const server = fakeServer({
    ...rosasAnswers(),
    'GET /api/v1/project': ({ query }) =>
      query.has('time_zone')
        ? [{ ...project(NETSCOPE, 'Netscope'), leads_by_day: byDay }]
        : [project(NETSCOPE, 'Netscope')],
  })
  renderApp('/org/projects')
  expect(await screen.findByRole('figure', { name: '25 leads found in 14 days, by day' })).toBeTruthy()
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  expect(server.of('/api/v1/project').map(({ query }) => query.get('time_zone'))).toEqual([null, timeZone])
})

describe('the main layout', () => {
  test('covers the window with a spinner while the organization loads', async () => {
    fakeServer({ ...rosasAnswers(), 'GET /api/v1/organization': () => new Promise(() => undefined) })
    renderApp('/org/projects')
    expect(await screen.findByText('Loading your organization')).toBeTruthy()
    expect(screen.queryByRole('navigation', { name: 'Organization' })).toBeNull()
  })

  test.each([
    { at: '/', next: '/projects/new', why: 'the wizard of its first project, where nothing else was asked for' },
    { at: '/org/projects', next: '/org/projects', why: 'the page that was asked for' },
  ])('asks a user without an organization to create one at $at, then shows $why', async ({ at, next }) => {
    const organization = { id: 'o', name: 'Acme', created_at: '2026-11-21T00:00:00.000Z' }
    const server = fakeServer({
      ...rosasAnswers(),
      'GET /users_info/me': rosa({ organization_membership: null }),
      'GET /api/v1/organization': problem(404, 'Organization not found'),
      'GET /api/v1/project': problem(403, 'You are not in an organization yet.'),
      'POST /api/v1/organization': organization,
    })
    const app = renderApp(at)
    await userEvent.type(await screen.findByLabelText('Organization name'), 'Acme')
    const membersOnly = server.requests.filter(({ path }) =>
      /^\/api\/v1\/(organization|project)(\/(credits|subscription))?$/.test(path),
    )
    expect(membersOnly, 'what only members may read is not asked for').toEqual([])
    Object.assign(server.answers, {
      'GET /users_info/me': rosa(),
      'GET /api/v1/organization': organization,
      'GET /api/v1/project': [],
    })
    await userEvent.click(screen.getByRole('button', { name: 'Create organization' }))
    const heading = next === at ? 'No projects yet' : 'New Project'
    expect(await screen.findByRole('heading', { name: heading })).toBeTruthy()
    expect(app.path()).toBe(next)
    expect(server.of('/api/v1/organization').find(({ method }) => method === 'POST')?.body).toEqual({ name: 'Acme' })
  })

  test.each(['GET /users_info/me', 'GET /api/v1/organization'])('says that %s failed, and retries', async (call) => {
    const server = fakeServer({ ...rosasAnswers(), [call]: problem(403, 'Not for you.') })
    renderApp('/org/projects')
    expect((await screen.findByRole('alert')).textContent).toContain('Not for you.')
    server.answers[call] = rosasAnswers()[call] ?? null
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { name: 'Projects' })).toBeTruthy()
  })

  test('shows the unread count, the credits, and marks the current page', async () => {
    fakeServer(rosasAnswers())
    renderApp(`/projects/${NETSCOPE}/posts`)
    const posts = await screen.findByRole('link', { name: /Posts.*47 unread/ })
    expect(posts.getAttribute('aria-current')).toBe('page')
    expect(await screen.findByRole('link', { name: /Credits:? ?7,412/ })).toBeTruthy()
  })

  test('removes the token on a 401, goes to sign-in and says so', async () => {
    fakeServer({ ...rosasAnswers(), 'GET /api/v1/project': problem(401, 'The session is over.') })
    const app = renderApp('/org/projects')
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy()
    expect(app.path()).toBe('/sign-in')
    expect(localStorage.getItem('access_token')).toBeNull()
    expect(await screen.findByText('Unauthorized')).toBeTruthy()
  })

  test('shows no error on the way to sign-in after a 401', async () => {
    fakeServer({ ...rosasAnswers(), 'GET /api/v1/organization': problem(401, 'The session is over.') })
    const failures: string[] = []
    const watch = new MutationObserver(() => {
      const shown = screen.queryByText('Your organization could not be loaded')
      if (shown) failures.push(shown.innerHTML)
    })
    watch.observe(document.body, { childList: true, subtree: true })
    renderApp('/org/projects')
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy()
    watch.disconnect()
    expect(failures).toEqual([])
  })

  test('ends the session here and on the server at sign-out', async () => {
    sessionStorage.clear()
    const server = fakeServer({ ...rosasAnswers(), 'POST /auth/jwt/logout': new Response(null, { status: 204 }) })
    const app = renderApp('/org/projects')
    await userEvent.click(await screen.findByRole('button', { name: /Account: Rosa Klein/ }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy()
    expect(app.path()).toBe('/sign-in')
    expect(localStorage.getItem('access_token')).toBeNull()
    // Whoever signs in next may be somebody else, and begins at the beginning.
    expect(sessionStorage.getItem('wanted')).toBeNull()
    expect(server.of('/auth/jwt/logout')[0]?.headers.get('authorization')).toBe('Bearer a-token-12345678')
  })
})

describe('a project', () => {
  test('that is not the organization’s redirects to the projects, with a toast', async () => {
    const server = fakeServer(rosasAnswers())
    const app = renderApp('/projects/019ab000-0000-7000-8000-00000000dead/posts')
    expect(await screen.findByText('Invalid project id')).toBeTruthy()
    await waitFor(() => expect(app.path()).toBe('/org/projects'))
    expect(server.of('/api/v1/project').length).toBeGreaterThan(1)
  })

  test('is set in the API layer and stored whenever the route’s project changes', async () => {
    fakeServer(rosasAnswers())
    const app = renderApp(`/projects/${NETSCOPE}/insights`)
    await screen.findByRole('heading', { name: 'Insights' })
    expect(currentProjectId()).toBe(NETSCOPE)
    await app.router.navigate(`/projects/${QUIETPAGER}/insights`)
    await waitFor(() => expect(currentProjectId()).toBe(QUIETPAGER))
    expect(localStorage.getItem('selected_project_id')).toBe(QUIETPAGER)
    await waitFor(() => expect(localStorage.getItem('last_project_id')).toBe(QUIETPAGER))
    await app.router.navigate('/org/projects')
    await waitFor(() => expect(currentProjectId()).toBeNull())
  })
})

describe('the banner above the posts', () => {
  const cases = [
    [
      { business_name: null, purpose: null },
      'Complete your business profile to improve lead quality',
      'Complete business profile',
      'step-1',
    ],
    [
      { business_description: ' ', purpose: null },
      'Complete your business profile to improve lead quality',
      'Complete business profile',
      'step-1',
    ],
    [{ purpose: null }, 'Define your business purpose to find better leads', 'Set business purpose', 'step-3'],
    [{}, 'Add intent signals to identify high-quality leads', 'Configure intent signals', 'step-4'],
  ] as const

  test.each(cases)('%o: %s', async (changes, text, link, step) => {
    fakeServer({
      ...rosasAnswers(),
      [`GET /api/v1/project/${NETSCOPE}`]: project(NETSCOPE, 'Netscope', changes),
    })
    renderApp(`/projects/${NETSCOPE}/posts`)
    expect(await screen.findByText(text)).toBeTruthy()
    const way = screen.getByRole('link', { name: link })
    expect(way.getAttribute('href')).toBe(`/projects/new/${NETSCOPE}/${step}`)
    expect(cases.filter(([, one]) => screen.queryByText(one)).map(([, one]) => one)).toEqual(
      cases.filter(([, one]) => one === text).map(([, one]) => one),
    )
  })

  test('is absent if nothing is missing', async () => {
    const server = fakeServer({ ...rosasAnswers(), [`GET /api/v1/intent_signals/${NETSCOPE}`]: [signal()] })
    renderApp(`/projects/${NETSCOPE}/posts`)
    await waitFor(() => expect(server.of(`/api/v1/intent_signals/${NETSCOPE}`)).toHaveLength(1))
    await screen.findByRole('heading', { name: 'Posts' })
    expect(screen.queryByText('Add intent signals to identify high-quality leads')).toBeNull()
  })

  describe('with answers persisted from the last visit', () => {
    const TEXT = 'Add intent signals to identify high-quality leads'
    const SIGNALS = `/api/v1/intent_signals/${NETSCOPE}`
    const remembered = () =>
      new Map([
        [unstable_serialize(keys.intentSignals(NETSCOPE)), { data: [] }],
        [unstable_serialize(keys.project(NETSCOPE)), { data: project(NETSCOPE, 'Netscope') }],
      ])

    test('waits for what others may have done since', async () => {
      let respond: (answer: object) => void = () => undefined
      const server = fakeServer({
        ...rosasAnswers(),
        [`GET ${SIGNALS}`]: () => new Promise((done) => (respond = done)),
      })
      renderApp(`/projects/${NETSCOPE}/posts`, remembered())
      await waitFor(() => expect(server.of(SIGNALS)).toHaveLength(1))
      await screen.findByRole('heading', { name: 'Posts' })
      expect(screen.queryByText(TEXT)).toBeNull()
      respond([])
      expect(await screen.findByText(TEXT)).toBeTruthy()
    })

    test('is absent while that cannot be read', async () => {
      const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
      fakeServer({ ...rosasAnswers(), [`GET ${SIGNALS}`]: problem(403, 'Not now.') })
      renderApp(`/projects/${NETSCOPE}/posts`, remembered())
      await waitFor(() => expect(log).toHaveBeenCalledWith('The intent signals could not be loaded', expect.anything()))
      await screen.findByRole('heading', { name: 'Posts' })
      expect(screen.queryByText(TEXT)).toBeNull()
    })
  })

  test('is absent on other pages of the project', async () => {
    const server = fakeServer(rosasAnswers())
    renderApp(`/projects/${NETSCOPE}/insights`)
    await screen.findByRole('heading', { name: 'Insights' })
    await waitFor(() => expect(server.of(`/api/v1/intent_signals/${NETSCOPE}`)).toHaveLength(1))
    expect(screen.queryByText('Add intent signals to identify high-quality leads')).toBeNull()
  })
})

describe('texts', () => {
  test('/404', async () => {
    fakeServer(rosasAnswers())
    renderApp('/404')
    expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeTruthy()
    expect(screen.getByText('The page you are looking for does not exist. Do you want to return home?')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Return Home' }).getAttribute('href')).toBe('/org/projects')
  })

  test('/500', async () => {
    fakeServer({})
    renderApp('/500')
    expect(await screen.findByRole('heading', { name: 'Internal Server Error' })).toBeTruthy()
    expect(screen.getByText('An error occurred while processing your request. Please try again later.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Return Home' }).getAttribute('href')).toBe('/org/projects')
  })

  test('the footer of public screens', async () => {
    localStorage.clear()
    fakeServer({})
    renderApp('/sign-in')
    await screen.findByRole('heading', { name: 'Sign in' })
    const links = ['Contact', 'Privacy Policy', 'Terms & Conditions'].map((name) => screen.getByRole('link', { name }))
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/contact', '/privacy', '/terms'])
    expect(screen.getByRole('contentinfo').textContent).toContain('©')
  })

  test.each([
    ['/sign-up', 'Create an account'],
    ['/invite', 'Your invites'],
    ['/forgot-password', 'Forgot your password'],
    ['/google-auth-callback', 'Sign in with Google'],
    ['/slack-callback', 'Connect Slack'],
    ['/check-your-email-password-reset', 'Check your email'],
    ['/reset-password', 'Choose a new password'],
    ['/verify-user', 'Verify your email'],
    ['/contact', 'Contact'],
    ['/privacy', 'Privacy Policy'],
    ['/terms', 'Terms & Conditions'],
  ])('%s is a public screen, called %s', async (path, title) => {
    localStorage.clear()
    fakeServer({})
    const app = renderApp(path)
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy()
    await waitFor(() => expect(document.title).toBe(`${title} · Leadlight`))
    expect(app.path()).toBe(path)
  })
})
