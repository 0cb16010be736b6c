import type { TestUser } from '../test-organization.ts'
import type { CallerName } from './callers.ts'
import type { ObjectName } from './objects.ts'
import type { Site } from './site.ts'

/** Where a call carries an id, such as `params.projectId`. */
export type Place = `${'params' | 'query' | 'body'}.${string}`

export interface Made {
  site: Site
  caller: TestUser
  /** What was made for each place. */
  ids: Record<Place, string>
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
  /** What lies at each place; a project comes before what lies in it. Those of the path are filled in. */
  places?: Record<Place, ObjectName>
  /** May make calls of its own first, as the caller: it is asked only for who may make this one. */
  send?: (made: Made) => Sent | Promise<Sent>
  /** The status where it is not the contract's, by who calls, all being their own. */
  answers?: Partial<Record<CallerName, number>>
  /** The status where what lies at a place is not the caller's to find; 404 unless said otherwise. */
  missing?: Record<Place, number>
  /** What a super admin finds although it is another organization's. */
  isForOperators?: boolean
  /**
   * Whoever makes the call uses themselves up by it, has to be somebody new to make it, or uses up their organization,
   * which then is not the site's.
   */
  caller?: 'spent' | 'newcomer' | 'founder'
}

/** Every way to call an endpoint that differs in what it names, by the endpoint's name; the first is the plain one. */
export type Recipes = Record<string, Recipe | readonly Recipe[]>

/** Of somebody who is in an organization already. */
export const JOINED = { guest: 409, grantedGuest: 409, member: 409, admin: 409, superAdmin: 409 }
