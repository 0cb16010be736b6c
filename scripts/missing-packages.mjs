/**
 * The packages of `package-lock.json` that are missing or different in `node_modules/.package-lock.json`, where npm
 * notes what it installed (undefined if it was never written). Tools are packages for development and building, which
 * running does not need. Optional packages may be missing: they may not be for this machine.
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
