import type { TestUser } from '../test-organization.ts'
import type { CallerName } from './callers.ts'
import type { ObjectName } from './objects.ts'
import type { Site } from './site.ts'

/** Where a call carries an id, such as `params.projectId`. */
export type IdPosition = `${'params' | 'query' | 'body'}.${string}`

export interface Made {
  site: Site
  caller: TestUser
  /** The object made for each place. */
  ids: Record<IdPosition, string>
  /** A word that no other call uses. */
  fresh: string
}

/** What a call sends besides the ids in its path. */
export interface Sent {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: Record<string, unknown>
  headers?: Record<string, string>
}

/** How to make a call that succeeds, on objects of its own. */
export interface Recipe {
  /** The object at each place; a project comes before objects in it. Those of the path are filled in. */
  positions?: Record<IdPosition, ObjectName>
  /** May make calls of its own first, as the caller: it is only used for permitted callers. */
  send?: (made: Made) => Sent | Promise<Sent>
  /** The status where it differs from the contract's, by caller, with objects of their own. */
  answers?: Partial<Record<CallerName, number>>
  /** The status where the object at a place is not the caller's to find; 404 by default. */
  missing?: Record<IdPosition, number>
  /** A super admin finds it although it is another organization's. */
  isForOperators?: boolean
  /**
   * Whether the call uses up its caller, needs a new one, or uses up their organization, which then is not the site's.
   */
  caller?: 'spent' | 'newcomer' | 'founder'
}

/** Every way to call an endpoint that differs in what it names, by the endpoint's name; the first is the plain one. */
export type Recipes = Record<string, Recipe | readonly Recipe[]>

/** The answers to callers who are in an organization already. */
export const JOINED = { guest: 409, grantedGuest: 409, member: 409, admin: 409, superAdmin: 409 }
