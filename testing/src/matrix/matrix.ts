import type { Endpoint } from '@leadlight/contract/endpoint'
import { randomUUID } from 'node:crypto'
import type { TestReply } from '../test-client.ts'
import { prepareCall } from './calls.ts'
import { CALLER_NAMES, isKnown, mayCall, mintCaller, type Caller, type CallerName } from './callers.ts'
import { liesInProject, OBJECTS, type ObjectName } from './objects.ts'
import type { IdPosition, Recipe } from './recipe.ts'
import { mintSite, type Site, type Stage } from './site.ts'

/**
 * The kinds of objects that are not the caller's own: another organization's, another project's of the same
 * organization, a deleted one, and one that never existed.
 */
const STRANGERS = ['foreign', 'elsewhere', 'gone', 'random'] as const
export type Stranger = (typeof STRANGERS)[number]

/** One call of the matrix: who makes it, and which of its objects are not theirs. */
export interface Cell {
  caller: CallerName
  /** Undefined where all is the caller's own. */
  stranger?: Stranger
  positions: readonly IdPosition[]
}

export interface Matrix {
  site: Site
  foreignSite: Site
  ask(endpoint: Endpoint, recipe: Recipe, cell: Cell): Promise<TestReply>
}

/** Every cell of one way to call an endpoint. */
export function cellsOf(recipe: Recipe): Cell[] {
  const entries = Object.entries(recipe.positions ?? {}) as [IdPosition, ObjectName][]
  const positions = entries.map(([place]) => place)
  const strange = entries.flatMap(([place, object]) =>
    STRANGERS.filter((stranger) => canBe(stranger, object)).map((stranger) => ({ stranger, positions: [place] })),
  )
  const all = positions.length > 1 ? (['foreign', 'random'] as const).map((stranger) => ({ stranger, positions })) : []
  return CALLER_NAMES.flatMap((caller) => [
    { caller, positions: [] },
    ...[...strange, ...all].map((one) => ({ caller, ...one })),
  ])
}

function canBe(stranger: Stranger, object: ObjectName): boolean {
  if (stranger === 'elsewhere') return liesInProject(object)
  return stranger !== 'foreign' || OBJECTS[object].isBearers !== true
}

/** The status that contract, role table and recipe ask for. */
export function expectedStatus(endpoint: Endpoint, recipe: Recipe, { caller, stranger, positions }: Cell): number {
  if (!mayCall(caller, endpoint)) return isKnown(caller) ? 403 : 401
  const objects = Object.values(recipe.positions ?? {})
  const isInProject = objects.some((object) => liesInProject(object) || object === 'project')
  // A guest sees only the projects granted to them.
  if (caller === 'guest' && isInProject) return 404
  if (stranger === undefined) return recipe.answers?.[caller] ?? endpoint.status
  if (recipe.isForOperators && caller === 'superAdmin' && stranger === 'foreign') return endpoint.status
  const [first] = positions
  return (first && recipe.missing?.[first]) ?? 404
}

export async function openMatrix(stage: Stage): Promise<Matrix> {
  const site = await mintSite(stage)
  const foreignSite = await mintSite(stage)
  const standing = new Map<string, Promise<unknown>>()

  /** Objects that no call changes are made once and reused. */
  function once<T>(key: string, make: () => Promise<T>): Promise<T> {
    const made = (standing.get(key) as Promise<T> | undefined) ?? make()
    standing.set(key, made)
    return made
  }

  function strangeId(stranger: Stranger, object: ObjectName): Promise<string> {
    if (stranger === 'random') return Promise.resolve(randomUUID())
    return once(`${stranger} ${object}`, () => {
      if (stranger === 'foreign') return OBJECTS[object].make(foreignSite, foreignSite.projectId)
      if (stranger === 'elsewhere') return OBJECTS[object].make(site, site.otherProjectId)
      return OBJECTS[object].makeGone(site, site.projectId)
    })
  }

  for (const object of Object.keys(OBJECTS) as ObjectName[]) await strangeId('foreign', object)
  return {
    site,
    foreignSite,
    async ask(endpoint, recipe, cell) {
      const succeeds = expectedStatus(endpoint, recipe, cell) < 300
      const isSpent = succeeds && recipe.caller !== undefined
      const home = recipe.caller === 'founder' ? () => mintSite(stage) : () => Promise.resolve(site)
      const { client, user }: Caller = isSpent
        ? await mintCaller(await home(), cell.caller)
        : await once(cell.caller, () => mintCaller(site, cell.caller))
      const isRefused = !mayCall(cell.caller, endpoint)
      const { input, options } = await prepareCall({ site, recipe, caller: user, isRefused }, (place, object) => {
        if (cell.stranger && cell.positions.includes(place)) return strangeId(cell.stranger, object)
        const make = () => OBJECTS[object].make(site, site.projectId, user)
        return succeeds ? make() : once(`own ${object} of ${cell.caller}`, make)
      })
      return client.ask(endpoint, input, options)
    },
  }
}
