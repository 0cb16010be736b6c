import type { Endpoint } from '@leadlight/contract/endpoint'
import type { CallInput, RequestOptions } from '../test-client.ts'
import type { TestUser } from '../test-organization.ts'
import { OBJECTS, type ObjectName } from './objects.ts'
import type { IdPosition, Recipe } from './recipe.ts'
import type { Site } from './site.ts'

export interface PreparedCall {
  input: CallInput<Endpoint>
  options: RequestOptions
}

/** Chooses the id for a place of a call. */
export type ChooseId = (place: IdPosition, object: ObjectName) => Promise<string>

interface Asker {
  site: Site
  recipe: Recipe
  caller: TestUser
  /** The caller may not make the call and sends nothing but the path: nothing else may be read. */
  isRefused?: boolean
}

/** A call that succeeds, on objects of the caller's own unless `choose` puts others in their place. */
export async function prepareCall(
  { site, recipe, caller, isRefused = false }: Asker,
  choose: ChooseId = (_, object) => OBJECTS[object].make(site, site.projectId, caller),
): Promise<PreparedCall> {
  const ids: Record<IdPosition, string> = {}
  for (const [place, object] of Object.entries(recipe.positions ?? {}) as [IdPosition, ObjectName][]) {
    ids[place] = await choose(place, object)
  }
  const made = { site, caller, ids, fresh: site.stage.app.dependencies.newId() }
  const { params, query, body, headers } = (isRefused ? undefined : await recipe.send?.(made)) ?? {}
  return {
    input: { params: { ...params, ...idsOfPath(ids) }, query: query ?? {}, body },
    options: headers ? { headers } : {},
  }
}

function idsOfPath(ids: Record<IdPosition, string>): Record<string, string> {
  const params = Object.entries(ids).flatMap(([place, id]) => {
    const [part, name] = place.split('.')
    return part === 'params' && name !== undefined ? [[name, id]] : []
  })
  return Object.fromEntries(params) as Record<string, string>
}
