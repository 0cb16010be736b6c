import { expect, test } from 'vitest'
import { createMatcher } from './match-routes.ts'

const match = createMatcher([
  { path: 'sign-in' },
  {
    path: '/',
    children: [
      {},
      { path: 'projects/new', children: [{ path: ':projectId?/step-1?' }, { path: ':projectId/step-2' }] },
      {
        path: 'projects/:projectId',
        children: [{}, { path: 'posts/:id?' }, { path: 'signals/new' }, { path: 'signals/:id' }],
      },
    ],
  },
  { path: '*' },
])

function found(pathname: string) {
  const { routes, params } = match(pathname) ?? { routes: [], params: {} }
  const named = Object.fromEntries(Object.entries(params).filter(([, part]) => part !== undefined))
  return [routes.map(({ path }) => path ?? '').join(' '), named]
}

test.each([
  ['/', '/ ', {}],
  ['/sign-in', 'sign-in', {}],
  ['/SIGN-IN/', 'sign-in', {}],
  ['/sign-in/more', '*', {}],
  ['/projects/p', '/ projects/:projectId ', { projectId: 'p' }],
  ['/projects/p/posts', '/ projects/:projectId posts/:id?', { projectId: 'p' }],
  ['/projects/p/posts/7', '/ projects/:projectId posts/:id?', { projectId: 'p', id: '7' }],
  ['/projects/p/posts/7/8', '*', {}],
  ['/projects/p/signals/new', '/ projects/:projectId signals/new', { projectId: 'p' }],
  ['/projects/p/signals/newer', '/ projects/:projectId signals/:id', { projectId: 'p', id: 'newer' }],
  ['/projects/new', '/ projects/new :projectId?/step-1?', {}],
  ['/projects/new/step-1', '/ projects/new :projectId?/step-1?', {}],
  ['/projects/new/p', '/ projects/new :projectId?/step-1?', { projectId: 'p' }],
  ['/projects/new/p/step-1', '/ projects/new :projectId?/step-1?', { projectId: 'p' }],
  ['/projects/new/p/step-2', '/ projects/new :projectId/step-2', { projectId: 'p' }],
])('%s is found under %s', (pathname, routes, params) => {
  expect(found(pathname)).toEqual([routes, params])
})

test('a part of a path is decoded, and stays as it is if it is not well encoded', () => {
  expect(found('/projects/a%2Fb%20c')[1]).toEqual({ projectId: 'a/b c' })
  expect(found('/projects/%E0%A4%A')[1]).toEqual({ projectId: '%E0%A4%A' })
})

test('a path that no route has is null', () => {
  expect(createMatcher([{ path: 'here' }])('/there')).toBeNull()
})
