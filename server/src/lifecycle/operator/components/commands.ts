import { findFaults, readAdvisories } from './advisories.ts'
import { composeComponents } from './compose-components.ts'
import { readShippedModels } from './shipped-models.ts'
import { listShippedPackages, readLock } from './shipped-packages.ts'

/** Resolves with what an installation is made of, as the lines of a CycloneDX document. */
export async function listComponents(): Promise<string[]> {
  const lock = await readLock()
  const shipped = { lock, packages: listShippedPackages(lock), models: await readShippedModels() }
  return [JSON.stringify(composeComponents(shipped), null, 2)]
}

/** Compares what is shipped with a database of known faults. Throws a sentence for each fault that it finds. */
export async function auditPackages({ advisories: path }: { advisories: string }): Promise<string[]> {
  const packages = listShippedPackages(await readLock())
  const advisories = await readAdvisories(path)
  const faults = findFaults(packages, advisories)
  if (faults.length > 0) throw new Error(faults.join('\n'))
  return [`None of ${packages.length} packages has a fault among the ${advisories.length} records.`]
}
