import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Navigate } from './navigate.tsx'
import { InnerRoute } from './inner-route.tsx'
import { ErrorPage, expectAt, open, page } from './testing/open-routes.tsx'
import { useParams } from './use-router.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

/** A screen whose code comes when told. */
function slow(text: string) {
  let arrive: () => void = () => undefined
  let fail: (error: Error) => void = () => undefined
  const code = new Promise<() => React.ReactNode>((resolve, reject) => {
    arrive = () => resolve(page(text))
    fail = reject
  })
  return {
    load: () => code,
    arrive: () => act(async () => arrive()),
    fail: (error: Error) => act(async () => fail(error)),
  }
}

describe('loading', () => {
  test('the fallback shows until the first page is there, then each page until the next one is', async () => {
    const [first, second] = [slow('First'), slow('Second')]
    const { begin, go } = await open(
      [
        { path: 'first', load: first.load },
        { path: 'second', load: second.load },
      ],
      '/first',
    )
    expectAt('starting')
    await first.arrive()
    expectAt('First')
    const going = begin('/second')
    await screen.findByText('loading /second')
    expectAt('First')
    expectAt('at /first, by POP')
    await second.arrive()
    await going
    expectAt('Second')
    expectAt('at /second, by PUSH')
    expect(screen.queryByText(/^loading/)).toBeNull()
    await go(-1)
    expectAt('First')
  })

  test('a later navigation ends one still loading, and the earlier address is never shown', async () => {
    const never = slow('Never')
    const { begin, go, router } = await open([
      { path: '/', Component: page('Home') },
      { path: 'never', load: never.load },
      { path: 'b', Component: page('B') },
    ])
    void begin('/never')
    await screen.findByText('loading /never')
    await go('/b')
    await never.arrive()
    expectAt('B')
    await go(-1)
    expectAt('Home')
    expect(router.state.location.pathname).toBe('/')
  })

  test('layout and screen load at the same time, and a layout stays mounted from page to page', async () => {
    const loads: string[] = []
    function Layout() {
      const [count, setCount] = useState(0)
      return (
        <>
          <button type="button" onClick={() => setCount(count + 1)}>{`pressed ${count}`}</button>
          <InnerRoute />
        </>
      )
    }
    const loading = (name: string, Component: () => React.ReactNode) => async () => {
      loads.push(name)
      await Promise.resolve()
      return Component
    }
    const { go } = await open(
      [
        {
          load: loading('layout', Layout),
          children: [
            { path: 'a/:id?', load: loading('a', () => <h1>{`A ${useParams().id}`}</h1>) },
            { path: 'b', load: loading('b', page('B')) },
          ],
        },
      ],
      '/a',
    )
    fireEvent.click(screen.getByRole('button'))
    await go('/b')
    await go('/a/7')
    expectAt('A 7')
    expectAt('pressed 1')
    expect(loads).toEqual(['layout', 'a', 'b'])
  })
})

describe('redirects', () => {
  test('lead on before anything loads, in place of the first address', async () => {
    const load = vi.fn<() => Promise<() => null>>()
    const { router, go } = await open(
      [
        { path: 'old/:id', redirect: ({ params, search }) => `/new/${params.id}${search}`, load },
        { path: 'new/:id', Component: page('New') },
      ],
      '/old/7?a=1',
    )
    expectAt('at /new/7?a=1, by REPLACE')
    expect(load).not.toHaveBeenCalled()
    await go(-1)
    expect(router.state.location.pathname).toBe('/new/7')
  })

  test('of a link leave one new entry', async () => {
    const { go } = await open([
      { path: '/', Component: page('Home') },
      { path: 'old', redirect: () => '/new' },
      { path: 'new', Component: page('New') },
    ])
    await go('/old')
    expectAt('at /new, by PUSH')
    await go(-1)
    expectAt('Home')
  })

  test('by a component take the place of its address', async () => {
    const { go } = await open([
      { path: '/', Component: page('Home') },
      { path: 'gone', Component: () => <Navigate to="/new" replace /> },
      { path: 'new', Component: page('New') },
    ])
    await go('/gone')
    expectAt('at /new, by REPLACE')
    await go(-1)
    expectAt('Home')
  })
})

describe('errors', () => {
  test('code that cannot load shows the nearest error page, with the layouts around it, and is asked for again', async () => {
    const load = vi.fn<() => Promise<() => React.ReactNode>>()
    load.mockRejectedValueOnce(new Error('The code is gone')).mockResolvedValue(page('There'))
    const { go } = await open([
      { path: '/', Component: page('Home') },
      {
        Component: () => (
          <section>
            <InnerRoute />
          </section>
        ),
        children: [{ ErrorBoundary: ErrorPage, children: [{ path: 'a', load }] }],
      },
    ])
    await go('/a')
    expect(screen.getByRole('alert').textContent).toBe('The code is gone')
    expect(screen.getByRole('alert').closest('section')).toBeTruthy()
    await go('/')
    await go('/a')
    expectAt('There')
  })

  test('what a page throws shows the error page until one goes on', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { go } = await open([
      { path: '/', Component: page('Home') },
      {
        ErrorBoundary: ErrorPage,
        children: [
          {
            path: 'a',
            Component: () => {
              throw new Error('The lamp is out')
            },
          },
          { path: 'b', Component: page('B') },
        ],
      },
    ])
    await go('/a')
    expect(screen.getByRole('alert').textContent).toBe('The lamp is out')
    await go('/b')
    expectAt('B')
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
