import { can, type Role } from '@leadlight/domain/roles'
import type { Endpoint } from '@leadlight/contract/endpoint'
import { createTestClient, type TestClient } from '../test-client.ts'
import type { TestUser } from '../test-organization.ts'
import type { Site } from './site.ts'

/** Every kind of caller: unknown ones first, then by their permissions. */
export const CALLERS = {
  anonymous: {},
  expired: { role: 'ADMIN', session: 'expired' },
  ended: { role: 'ADMIN', session: 'ended' },
  outsider: {},
  guest: { role: 'GUEST' },
  grantedGuest: { role: 'GUEST', isGranted: true },
  member: { role: 'MEMBER' },
  admin: { role: 'ADMIN' },
  superAdmin: { role: 'SUPER_ADMIN' },
} as const satisfies Record<string, { role?: Role; session?: 'expired' | 'ended'; isGranted?: true }>

export type CallerName = keyof typeof CALLERS
export const CALLER_NAMES = Object.keys(CALLERS) as CallerName[]

export interface Caller {
  client: TestClient
  /** The person, even where the server does not recognise them. */
  user: TestUser
}

/** Whether the caller has a live session. */
export function isKnown(name: CallerName): boolean {
  return name !== 'anonymous' && name !== 'expired' && name !== 'ended'
}

/** Whether the contract and the role table let them make the call at all. */
export function mayCall(name: CallerName, { access, readsSession }: Endpoint): boolean {
  if (access === 'public') return !readsSession || name === 'anonymous' || isKnown(name)
  if (!isKnown(name)) return false
  if (access === 'signed_in') return true
  const caller: { role?: Role } = CALLERS[name]
  return caller.role !== undefined && can(caller.role, access)
}

export async function mintCaller(site: Site, name: CallerName): Promise<Caller> {
  const { organizationId, projectIds, stage } = site
  const { role, session, isGranted }: { role?: Role; session?: 'expired' | 'ended'; isGranted?: true } = CALLERS[name]
  const membership = role && { organizationId, role, projectIds: isGranted ? projectIds : [] }
  const user = await stage.person({ ...(membership && { membership }), ...(session && { session }) })
  return { client: name === 'anonymous' ? createTestClient(stage.app.app, undefined, user.address) : user, user }
}
