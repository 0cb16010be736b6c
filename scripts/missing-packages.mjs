/**
 * The packages of `package-lock.json` that `node_modules/.package-lock.json`, where npm notes what it installed, does not have as the lockfile
 * wants them; undefined for one that was not written. Tools are what the product is developed and built with, and its running
 * needs none of. What is optional may be missing: it may not be for this machine.
 */
export function missingPackages(wanted, installed, { tools }) {
  return Object.entries(wanted.packages)
    .filter(
      ([path, { link, optional, devOptional }]) => path.includes('node_modules/') && !(link || optional || devOptional),
    )
    .filter(([, { dev }]) => tools || !dev)
    .filter(([path, { version, integrity }]) => {
      const found = installed?.packages[path]
      return found?.version !== version || found?.integrity !== integrity
    })
    .map(([path]) => path)
}

/** The workspaces of `package-lock.json` that are there, as `isThere` says of their folders, and that `node_modules` has no link to yet. */
export function missingLinks(wanted, isThere) {
  return Object.entries(wanted.packages)
    .filter(([path, { link, resolved }]) => link && isThere(resolved) && !isThere(path))
    .map(([path]) => path)
}
