import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { Link } from './link.tsx'
import type { Route } from './match-routes.ts'
import { expectAt, open } from './testing/open-routes.tsx'
import { useLocation } from './use-router.ts'
import { useSearchParams } from './use-search-params.ts'

afterEach(cleanup)

describe('links', () => {
  const routes: Route[] = [
    {
      path: '/',
      Component: () => (
        <>
          <Link to={{ pathname: '/a', search: '?b=1' }} state={{ email: 'rosa@example.org' }}>
            go
          </Link>
          <Link to="/a" target="_blank">
            aside
          </Link>
          <Link to="/a" onClick={(event) => event.preventDefault()}>
            kept
          </Link>
        </>
      ),
    },
    { path: 'a', Component: () => <Link to="/a?b=1">{JSON.stringify(useLocation().state)}</Link> },
  ]

  test('go to their page with what they pass on; one to the same address adds no entry', async () => {
    const { go } = await open(routes)
    expect(screen.getByRole('link', { name: 'go' }).getAttribute('href')).toBe('/a?b=1')
    fireEvent.click(screen.getByRole('link', { name: 'go' }))
    expectAt('at /a?b=1, by PUSH')
    expectAt('{"email":"rosa@example.org"}')
    fireEvent.click(screen.getByRole('link'))
    expectAt('at /a?b=1, by REPLACE')
    await go(-1)
    expectAt('at /, by POP')
  })

  test.each([
    ['go', { ctrlKey: true }],
    ['go', { metaKey: true }],
    ['go', { shiftKey: true }],
    ['go', { altKey: true }],
    ['go', { button: 1 }],
    ['aside', {}],
    ['kept', {}],
  ])('"%s" with %j is not for us', async (name, how) => {
    await open(routes)
    // So that the page of the tests stays.
    window.addEventListener('click', (event) => event.preventDefault(), { once: true })
    fireEvent.click(screen.getByRole('link', { name }), how)
    expectAt('at /, by POP')
  })
})

test('the search changes by itself, made of the latest even twice in one go', async () => {
  function Search() {
    const [search, set] = useSearchParams()
    const add = (name: string) =>
      set((latest) => {
        latest.append('names', name)
        return latest
      })
    return (
      <>
        <p>{search.getAll('names').join(' and ')}</p>
        <button
          type="button"
          onClick={() => {
            add('a')
            add('b')
          }}
        >
          add
        </button>
        <button type="button" onClick={() => set({}, { replace: true })}>
          clear
        </button>
      </>
    )
  }
  const { go } = await open([{ path: 'list', Component: Search }], '/list#end')
  fireEvent.click(screen.getByRole('button', { name: 'add' }))
  expectAt('a and b')
  expectAt('at /list?names=a&names=b, by PUSH')
  fireEvent.click(screen.getByRole('button', { name: 'clear' }))
  expectAt('at /list, by REPLACE')
  await go(-1)
  expectAt('a')
})
