import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { createMemoryHistory } from './history.ts'
import { Link } from './link.tsx'
import type { Route } from './match-routes.ts'
import { expectAt, open, page } from './testing/open-routes.tsx'
import { useBlocker } from './use-blocker.ts'

afterEach(cleanup)

describe('a page that asks before it is left', () => {
  function Form() {
    const [isChanged, setChanged] = useState(true)
    const blocker = useBlocker(
      ({ currentLocation, nextLocation }) => isChanged && currentLocation.pathname !== nextLocation.pathname,
    )
    return (
      <>
        <p>{blocker.state}</p>
        <Link to="/b">link</Link>
        <button type="button" onClick={blocker.proceed}>
          leave
        </button>
        <button type="button" onClick={blocker.reset}>
          stay
        </button>
        <button type="button" onClick={() => setChanged(false)}>
          save
        </button>
      </>
    )
  }
  const routes: Route[] = [
    { path: '/', Component: page('Home') },
    { path: 'form', Component: Form },
    { path: 'b', Component: page('B') },
  ]
  const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))

  test('keeps a link from being followed until one leaves', async () => {
    const { go } = await open(routes, '/form')
    await go('/form?tab=2')
    expectAt('unblocked')
    fireEvent.click(screen.getByRole('link'))
    expectAt('blocked')
    expectAt('at /form?tab=2, by PUSH')
    await press('stay')
    expectAt('unblocked')
    fireEvent.click(screen.getByRole('link'))
    await press('leave')
    expectAt('B')
  })

  test('takes a step back in the history back, and does it when one leaves', async () => {
    const { go, router } = await open(routes)
    await go('/form')
    await go('/form?tab=2')
    await go(-2)
    expectAt('blocked')
    expectAt('at /form?tab=2, by PUSH')
    await press('stay')
    await go(-2)
    await press('leave')
    expectAt('Home')
    expect(router.state.location.pathname).toBe('/')
    await go(2)
    expectAt('at /form?tab=2, by POP')
  })

  test.each(['is made', 'is dropped'])(
    'takes back two quick steps back, whether the way back from the first %s',
    async (end) => {
      const moves: (() => void)[] = []
      const history = createMemoryHistory('/', (move) => void moves.push(move))
      const { go } = await open(routes, '/', history)
      const moveOnce = () => act(async () => moves.shift()?.())
      async function move() {
        await moveOnce()
        if (moves.length > 0) await move()
      }
      await go('/b')
      await go('/form')
      await go(-1)
      await go(-1)
      await moveOnce()
      expect(moves).toHaveLength(2)
      if (end === 'is dropped') moves.pop()
      await move()
      expectAt('blocked')
      expectAt('at /form, by PUSH')
      expect(history.read().pathname).toBe('/form')
      await press('leave')
      await move()
      expectAt('B')
      expect(history.read().pathname).toBe('/b')
    },
  )

  test('no longer asks once nothing is unsaved, nor when it is gone', async () => {
    const { go } = await open(routes, '/form')
    await press('save')
    await go('/b')
    expectAt('B')
    await go('/')
    expectAt('Home')
  })
})
