import { callsIn, type Endpoint } from '@leadlight/contract/endpoint'
import { fileURLToPath } from 'node:url'
import { runnerImport, type Plugin } from 'vite'
import type { Route } from './src/lib/api.ts'

const NAME = 'virtual:calls'
const ID = `\0${NAME}`
const CONTRACT = fileURLToPath(new URL('../contract/src/calls.ts', import.meta.url))

/**
 * Provides `virtual:calls`: the contract's calls by name, without the validators, which are too heavy for a browser. In
 * development a change to the contract reaches the browser like any other.
 */
export function contractCalls(): Plugin {
  let calls = new Map<string, string>()
  let madeOf: readonly string[] = []
  return {
    name: 'contract-calls',
    resolveId: (id) => (id === NAME || id.startsWith(`${NAME}/`) ? `\0${id}` : null),
    async load(id) {
      if (id.startsWith(`${ID}/`)) return calls.get(id.slice(ID.length + 1))
      if (id !== ID) return null
      const { module, dependencies } = await runnerImport<Record<string, unknown>>(CONTRACT)
      madeOf = [CONTRACT, ...dependencies]
      for (const file of madeOf) this.addWatchFile(file)
      calls = new Map(callsIn(module).map(([name, endpoint]) => [name, write(name, endpoint)]))
      if (this.environment.mode !== 'build') return [...calls.values()].join('\n')
      // A module each, so a call ships with the screens that need it instead of with the first.
      return [...calls.keys()].map((name) => `export { ${name} } from '${NAME}/${name}'`).join('\n')
    },
    hotUpdate({ file, modules }) {
      const made = this.environment.moduleGraph.getModuleById(ID)
      return made && madeOf.includes(file) ? [...modules, made] : undefined
    },
  }
}

function write(name: string, { method, path, access, bodyKind, mayBeKept }: Endpoint): string {
  const route: Route = {
    method,
    path,
    ...(bodyKind !== 'none' && { bodyKind }),
    ...(access === 'public' && { isPublic: true }),
    ...(mayBeKept && { mayBeKept }),
  }
  return `export const ${name} = ${JSON.stringify(route)}`
}
