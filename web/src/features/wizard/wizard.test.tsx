import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Answers } from '../../testing/fake-server.ts'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { NETSCOPE, project, rosasAnswers } from '../../testing/rosas-story.ts'
import { credits, subscription } from '../billing/testing/plans.ts'

const NEW_ID = '019ab000-0000-7000-8000-0000000000aa'
const PROJECT = `/api/v1/project/${NEW_ID}`
const FRESH = project(NEW_ID, 'quietpager.example', {
  website: 'https://quietpager.example/',
  business_name: null,
  business_description: null,
  purpose: null,
})

beforeEach(() => localStorage.setItem('access_token', 'a-token-12345678'))
afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function answers(more: Answers = {}): Answers {
  return {
    ...rosasAnswers(),
    'POST /api/v1/project': () => FRESH,
    [`GET ${PROJECT}`]: FRESH,
    [`PATCH ${PROJECT}`]: ({ body }) => ({ ...FRESH, ...(body as object) }),
    [`GET ${PROJECT}/brainstorm_business_info`]: {
      business_name: 'Quietpager',
      business_description: 'A pager that sleeps when nothing is wrong.',
      purpose: 'Find teams who are paged at night.',
    },
    ...more,
  }
}

const steps = () => within(screen.getByRole('navigation', { name: 'Steps' })).getAllByRole('listitem')

describe('the frame', () => {
  test('has its title, subtitle and four steps; the current one by its path, earlier ones done', async () => {
    fakeServer(answers())
    renderApp(`/projects/new/${NETSCOPE}/step-3`)
    expect(await screen.findByRole('heading', { name: 'New Project' })).toBeTruthy()
    expect(screen.getByText('Create a new project')).toBeTruthy()
    expect(steps().map((step) => [step.textContent, step.getAttribute('aria-current')])).toEqual([
      ['Enter your website (done)', null],
      ['Describe your business (done)', null],
      ['3How do you want to use Leadlight', 'step'],
      ['4Intent Signals', null],
    ])
  })

  test.each([
    ['without a subscription', { 'GET /api/v1/organization/subscription': () => null }, true],
    [
      'with one that ends',
      { 'GET /api/v1/organization/subscription': subscription({ cancel_at_period_end: true }) },
      true,
    ],
    ['without credits', { 'GET /api/v1/organization/credits': credits({ credit_balance: 0.4 }) }, true],
    ['with an active one and credits', {}, false],
  ])('asks for a plan %s', async (_case, more: Answers, isAsked) => {
    const server = fakeServer(answers(more))
    renderApp('/projects/new')
    await screen.findByRole('heading', { name: 'New Project' })
    await waitFor(() => expect(server.of('/api/v1/organization/subscription')).toHaveLength(1))
    await waitFor(() => expect(steps()).toHaveLength(isAsked ? 5 : 4))
    expect(steps().at(-1)?.textContent).toBe(isAsked ? '5Upgrade Plan' : '4Intent Signals')
  })

  test('shows its skeleton while the project loads, and stores the project', async () => {
    let respond: (answer: object) => void = () => undefined
    fakeServer(answers({ [`GET /api/v1/project/${NETSCOPE}`]: () => new Promise((resolve) => (respond = resolve)) }))
    renderApp(`/projects/new/${NETSCOPE}/step-2`)
    expect(await screen.findByText('Loading the project')).toBeTruthy()
    respond(project(NETSCOPE, 'Netscope'))
    expect(await screen.findByDisplayValue('Netscope')).toBeTruthy()
    expect(localStorage.getItem('last_project_id')).toBe(NETSCOPE)
  })

  test('redirects from a project that is not the organization’s', async () => {
    fakeServer(answers())
    const app = renderApp('/projects/new/019ab000-0000-7000-8000-00000000dead/step-2')
    expect(await screen.findByText('Invalid project id')).toBeTruthy()
    await waitFor(() => expect(app.path()).toBe('/org/projects'))
  })
})

describe('the website', () => {
  test('creates one project and fills the next step for the user to correct', async () => {
    const server = fakeServer(answers())
    const app = renderApp('/projects/new')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Website')))
    await userEvent.keyboard('quietpager.example{Enter}')
    const description = await screen.findByLabelText('Business description')
    expect(app.path()).toBe(`/projects/new/${NEW_ID}/step-2`)
    expect(screen.getByDisplayValue('Quietpager')).toBeTruthy()
    expect(screen.getByText(/This is what quietpager.example says/)).toBeTruthy()
    await userEvent.type(description, ' For small teams.')
    await userEvent.click(screen.getByRole('link', { name: 'Back' }))
    expect((await screen.findByLabelText<HTMLInputElement>('Website')).value).toBe('https://quietpager.example/')
    await userEvent.click(screen.getByRole('button', { name: 'Go on without reading it' }))
    expect(await screen.findByDisplayValue('A pager that sleeps when nothing is wrong. For small teams.')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
    expect(await screen.findByDisplayValue('Find teams who are paged at night.')).toBeTruthy()
    const sent = server.requests.filter(({ method }) => method !== 'GET').map(({ method, body }) => [method, body])
    expect(sent).toEqual([
      ['POST', { website: 'quietpager.example' }],
      [
        'PATCH',
        {
          business_name: 'Quietpager',
          business_description: 'A pager that sleeps when nothing is wrong. For small teams.',
          name: 'Quietpager',
        },
      ],
    ])
  })

  test('that cannot be read says so in a sentence, and the user goes on by hand', async () => {
    const server = fakeServer(
      answers({
        [`GET ${PROJECT}/brainstorm_business_info`]: problem(422, 'The site did not answer within 10 seconds.'),
      }),
    )
    const app = renderApp('/projects/new')
    await userEvent.type(await screen.findByLabelText('Website'), 'quietpager.example{Enter}')
    expect(await screen.findByText(/The site did not answer within 10 seconds/)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Continue by hand' }))
    expect((await screen.findByLabelText<HTMLInputElement>('Business name')).value).toBe('')
    expect(app.path()).toBe(`/projects/new/${NEW_ID}/step-2`)
    expect(server.requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
  })

  test.each([
    { called: 'quietpagr.example', stays: 'Quietpager' },
    { called: 'Spring campaign', stays: 'Spring campaign' },
  ])('that is corrected leaves a project called $called as $stays', async ({ called, stays }) => {
    let kept = { ...FRESH, name: called, website: 'https://quietpagr.example' }
    fakeServer(
      answers({
        'POST /api/v1/project': () => kept,
        [`GET ${PROJECT}`]: () => kept,
        [`PATCH ${PROJECT}`]: ({ body }) => {
          const { website, ...changes } = body as Partial<typeof kept>
          return (kept = { ...kept, ...changes, ...(website && { website: `https://${website}` }) })
        },
        [`GET ${PROJECT}/brainstorm_business_info`]: () =>
          kept.website.includes('quietpagr')
            ? problem(422, 'There is no such website.', 'website_not_found')
            : { business_name: 'Quietpager', business_description: 'A pager that sleeps.', purpose: null },
      }),
    )
    renderApp('/projects/new')
    const website = await screen.findByLabelText('Website')
    await userEvent.type(website, 'quietpagr.example{Enter}')
    await screen.findByText(/There is no such website/)
    await userEvent.clear(screen.getByLabelText('Website'))
    await userEvent.type(screen.getByLabelText('Website'), 'quietpager.example{Enter}')
    await screen.findByDisplayValue('Quietpager')
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
    await screen.findByRole('checkbox', { name: /Win customers/ })
    expect(kept).toMatchObject({ name: stays, website: 'https://quietpager.example' })
  })

  test('that is corrected renames the project at once, so going on by hand keeps no wrong name', async () => {
    const server = fakeServer(
      answers({
        [`GET ${PROJECT}/brainstorm_business_info`]: problem(422, 'There is no such website.', 'website_not_found'),
      }),
    )
    renderApp('/projects/new')
    await userEvent.type(await screen.findByLabelText('Website'), 'quietpager.example{Enter}')
    await screen.findByText(/There is no such website/)
    await userEvent.clear(screen.getByLabelText('Website'))
    await userEvent.type(screen.getByLabelText('Website'), 'https://www.Pager.example/about{Enter}')
    await waitFor(() =>
      expect(server.of(PROJECT).find(({ method }) => method === 'PATCH')?.body).toEqual({
        website: 'https://www.Pager.example/about',
        name: 'pager.example',
      }),
    )
  })

  test('that is invalid is an error at its field, and the input stays', async () => {
    fakeServer(answers({ 'POST /api/v1/project': problem(422, 'That is not the address of a website.') }))
    const app = renderApp('/projects/new')
    const website = await screen.findByLabelText<HTMLInputElement>('Website')
    await userEvent.type(website, 'not an address{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('That is not the address of a website.')
    expect(screen.getByLabelText<HTMLInputElement>('Website').value).toBe('not an address')
    expect(app.path()).toBe('/projects/new')
  })

  test('that cannot be saved in an existing project stays as typed, marked as unsaved, without a message', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const server = fakeServer(answers({ [`PATCH /api/v1/project/${NETSCOPE}`]: problem(503, 'The database is busy.') }))
    const app = renderApp(`/projects/new/${NETSCOPE}/step-1`)
    const website = await screen.findByLabelText<HTMLInputElement>('Website')
    await userEvent.clear(website)
    await userEvent.type(website, 'netscope.example/new{Enter}')
    expect(await screen.findByText('Not saved')).toBeTruthy()
    expect(screen.queryByText(/database is busy/)).toBeNull()
    expect(website.value).toBe('netscope.example/new')
    expect(app.path()).toBe(`/projects/new/${NETSCOPE}/step-1`)
    server.answers[`PATCH /api/v1/project/${NETSCOPE}`] = problem(422, 'This is no website.', 'website_invalid')
    await userEvent.type(website, '{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('This is no website.')
    expect(screen.queryByText('Not saved')).toBeNull()
  })

  test('is optional', async () => {
    const server = fakeServer(answers())
    const app = renderApp('/projects/new')
    await userEvent.click(await screen.findByRole('button', { name: 'I have no website' }))
    await screen.findByLabelText('Business name')
    expect(app.path()).toBe(`/projects/new/${NEW_ID}/step-2`)
    expect(server.of('/api/v1/project').find(({ method }) => method === 'POST')?.body).toEqual({})
  })
})

describe('the profile', () => {
  test('that cannot be saved stays as typed, marked as unsaved, without a message', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    fakeServer(answers({ [`PATCH /api/v1/project/${NETSCOPE}`]: problem(503, 'The database is busy.') }))
    const app = renderApp(`/projects/new/${NETSCOPE}/step-2`)
    const name = await screen.findByLabelText('Business name')
    await userEvent.clear(name)
    await userEvent.type(name, 'Netscope Ltd')
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
    expect(await screen.findByText('Not saved')).toBeTruthy()
    expect(screen.queryByText(/database is busy/)).toBeNull()
    expect(app.path()).toBe(`/projects/new/${NETSCOPE}/step-2`)
    cleanup()
    renderApp(`/projects/new/${NETSCOPE}/step-2`)
    expect(await screen.findByDisplayValue('Netscope Ltd')).toBeTruthy()
  })

  test('needs a name and a description', async () => {
    const server = fakeServer(answers())
    renderApp(`/projects/new/${NETSCOPE}/step-2`)
    await userEvent.clear(await screen.findByLabelText('Business name'))
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Enter a name.')
    expect(server.requests.filter(({ method }) => method === 'PATCH')).toEqual([])
  })
})

test('includes a purpose, chosen by cards and in the user’s own words', async () => {
  const server = fakeServer(
    answers({
      [`GET /api/v1/project/${NETSCOPE}`]: project(NETSCOPE, 'Netscope', { purpose: null }),
      [`PATCH /api/v1/project/${NETSCOPE}`]: project(NETSCOPE, 'Netscope'),
    }),
  )
  const app = renderApp(`/projects/new/${NETSCOPE}/step-3`)
  await userEvent.click(await screen.findByRole('button', { name: 'Continue' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Choose a purpose, or write one.')
  await userEvent.click(screen.getByRole('checkbox', { name: /Win customers/ }))
  await userEvent.type(screen.getByLabelText('In your own words'), 'No home labs.')
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(app.path()).toBe(`/projects/new/${NETSCOPE}/step-4`))
  expect(server.requests.find(({ method }) => method === 'PATCH')?.body).toEqual({
    purpose: 'Find people who are looking for what we offer and talk to them.\nNo home labs.',
  })
})
