import * as contract from '@leadlight/contract/calls'
import { callsIn } from '@leadlight/contract/endpoint'
import * as calls from 'virtual:calls'
import { expect, test } from 'vitest'

test('every call of the contract is exported with the contract’s route', () => {
  const made = Object.entries(calls).map(([name, route]) => {
    const { method, path, bodyKind = 'none', isPublic = false, mayBeKept = false } = route
    return [name, method, path, bodyKind, isPublic, mayBeKept].join(' ')
  })
  const declared = callsIn(contract).map(([name, of]) => {
    return [name, of.method, of.path, of.bodyKind, of.access === 'public', of.mayBeKept].join(' ')
  })
  expect(declared.length).toBeGreaterThan(200)
  expect(made.toSorted()).toEqual(declared.toSorted())
})

test('a call holds no more than a browser needs', () => {
  expect(calls.login).toEqual({ method: 'POST', path: '/auth/jwt/login', bodyKind: 'form', isPublic: true })
  expect(calls.updateProject).toEqual({ method: 'PATCH', path: '/api/v1/project/{id}', bodyKind: 'json' })
  expect(calls.getProject).toEqual({ method: 'GET', path: '/api/v1/project/{id}', mayBeKept: true })
  expect(calls.listLeads).toEqual({ method: 'GET', path: '/api/v1/leads/{projectId}' })
})
