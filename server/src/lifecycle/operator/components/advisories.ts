import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import AdmZip from 'adm-zip'
import { compare, valid } from 'semver'
import { z } from 'zod'
import type { ShippedPackage } from './shipped-packages.ts'

/** What we read of a record of OSV (https://ossf.github.io/osv-schema/), whose other fields are passed over. */
const Event = z.object({
  introduced: z.string().optional(),
  fixed: z.string().optional(),
  last_affected: z.string().optional(),
})
const Advisory = z.object({
  id: z.string().min(1),
  summary: z.string().optional(),
  withdrawn: z.string().nullish(),
  affected: z
    .array(
      z.object({
        package: z.object({ ecosystem: z.string(), name: z.string() }).optional(),
        ranges: z.array(z.object({ type: z.string(), events: z.array(Event) })).nullish(),
        versions: z.array(z.string()).nullish(),
      }),
    )
    .nullish(),
})
export type Advisory = z.infer<typeof Advisory>
type Affected = NonNullable<Advisory['affected']>[number]

/**
 * Reads records of OSV from a JSON file with one record or an array of them, or from a folder or zip archive of such
 * files. Throws a sentence that names the file which cannot be read: half a database would pass for a whole one.
 */
export async function readAdvisories(path: string): Promise<Advisory[]> {
  const found = await stat(path).catch((error: unknown) => {
    throw new Error(`The file or folder ${path} cannot be read; nothing was checked.`, { cause: error })
  })
  if (found.isDirectory()) {
    const names = (await readdir(path, { recursive: true })).filter(isJson).toSorted()
    const read = await Promise.all(names.map((name) => readFile(join(path, name), 'utf8')))
    return refuseNone(
      path,
      read.flatMap((text, index) => parseAdvisories(names[index] ?? path, text)),
    )
  }
  if (!path.toLowerCase().endsWith('.zip')) {
    return refuseNone(path, parseAdvisories(path, await readFile(path, 'utf8')))
  }
  const entries = openZip(path).filter(({ entryName, isDirectory }) => !isDirectory && isJson(entryName))
  return refuseNone(
    path,
    entries.flatMap((entry) => parseAdvisories(entry.entryName, entry.getData().toString('utf8'))),
  )
}

/** A sentence for each known fault of a shipped package, in the packages' order. Withdrawn records count for nothing. */
export function findFaults(packages: readonly ShippedPackage[], advisories: readonly Advisory[]): string[] {
  const byName = new Map<string, { advisory: Advisory; affected: Affected }[]>()
  for (const advisory of advisories) {
    if (typeof advisory.withdrawn === 'string') continue
    for (const affected of advisory.affected ?? []) {
      if (affected.package?.ecosystem !== 'npm') continue
      const { name } = affected.package
      byName.set(name, [...(byName.get(name) ?? []), { advisory, affected }])
    }
  }
  return packages.flatMap(({ name, version }) => {
    const own = (byName.get(name) ?? []).filter(({ affected }) => isAffected(version, affected))
    const each = new Map(own.map(({ advisory, affected }) => [advisory.id, { advisory, affected }]))
    return [...each.values()].map(({ advisory: { id, summary }, affected }) => {
      const fixed = (affected.ranges ?? []).flatMap(({ events }) => events.flatMap((event) => event.fixed ?? []))
      const mended = fixed.filter((one) => valid(one) !== null && compare(one, version) > 0).toSorted(compare)[0]
      const what = summary === undefined ? '' : `: ${summary.trim().replace(/\.$/, '')}`
      return `${name} ${version} has the known fault ${id}${what}. ${mended === undefined ? 'No mended version is named.' : `Mended in ${mended}.`}`
    })
  })
}

function isAffected(version: string, { ranges, versions }: Affected): boolean {
  if (versions?.includes(version)) return true
  return (ranges ?? []).some(({ type, events }) => type === 'SEMVER' && isWithin(version, events))
}

/** By OSV: the last event at or before the version decides; `last_affected` ends just above its own version. */
function isWithin(version: string, events: readonly z.infer<typeof Event>[]): boolean {
  const steps = events
    .flatMap(({ introduced, fixed, last_affected: last }) => {
      if (introduced !== undefined)
        return { at: introduced === '0' ? '0.0.0-0' : introduced, isIn: true, isAfter: false }
      if (fixed !== undefined) return { at: fixed, isIn: false, isAfter: false }
      return last === undefined ? [] : { at: last, isIn: false, isAfter: true }
    })
    .toSorted((one, other) => compare(one.at, other.at))
  let isIn = false
  for (const step of steps) {
    const order = compare(version, step.at)
    if (order > 0 || (order === 0 && !step.isAfter)) isIn = step.isIn
  }
  return isIn
}

function openZip(path: string) {
  try {
    return new AdmZip(path).getEntries()
  } catch (error) {
    throw new Error(`${path} is no zip archive that can be read.`, { cause: error })
  }
}

function parseAdvisories(name: string, text: string): Advisory[] {
  try {
    const parsed: unknown = JSON.parse(text)
    return z.array(Advisory).parse(Array.isArray(parsed) ? parsed : [parsed])
  } catch (error) {
    throw new Error(`${name} is not in the OSV format; nothing was checked.`, { cause: error })
  }
}

function refuseNone(path: string, advisories: Advisory[]): Advisory[] {
  if (advisories.length === 0) throw new Error(`${path} has no records in the OSV format; nothing was checked.`)
  return advisories
}

function isJson(name: string): boolean {
  return name.toLowerCase().endsWith('.json')
}
