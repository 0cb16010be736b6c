import type { Endpoint } from '@leadlight/contract/endpoint'
import type { CallInput } from '../test-client.ts'
import type { TestUser } from '../test-organization.ts'
import { OBJECTS, type ObjectName } from './objects.ts'
import { recipeOf, type Place } from './recipes.ts'
import type { Site } from './site.ts'

/** Gives the id to name at a place of a call. */
export type ChooseId = (place: Place, object: ObjectName) => Promise<string>

/** What to send so that the call succeeds, on objects of the caller's own unless `choose` puts others in their place. */
export async function prepareCall(
  site: Site,
  endpoint: Endpoint,
  caller: TestUser,
  choose: ChooseId = (_, object) => OBJECTS[object].make(site, site.projectId, caller),
): Promise<CallInput<Endpoint>> {
  const recipe = recipeOf(endpoint)
  const ids: Record<Place, string> = {}
  for (const [place, object] of Object.entries(recipe.places ?? {}) as [Place, ObjectName][]) {
    ids[place] = await choose(place, object)
  }
  const params = Object.entries(ids).flatMap(([place, id]) => {
    const [part, name] = place.split('.')
    return part === 'params' && name !== undefined ? [[name, id]] : []
  })
  const made = { site, caller, ids, fresh: site.stage.app.dependencies.newId() }
  return {
    params: Object.fromEntries(params) as Record<string, string>,
    query: recipe.query?.(made) ?? {},
    body: recipe.body?.(made),
  }
}
