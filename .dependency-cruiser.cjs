const forbid = (name, from, to) => ({ name, severity: 'error', from, to })
const test = '\\.(test|soak)\\.tsx?$|(^|/)testing/'
/** Of Node, what the engine's files, threads and processes need: nothing that reaches a network. */
const ENGINE_NODE = 'child_process|crypto|fs|module|os|path|stream|util|worker_threads|zlib'

module.exports = {
  forbidden: [
    forbid('domain-imports-nothing', { path: '^domain/src', pathNot: test }, { pathNot: '^domain/src' }),
    forbid(
      'contract-knows-words-and-shapes-only',
      { path: '^contract/src', pathNot: test },
      { pathNot: '^(contract|domain)/src|(^|/)zod(/|$)' },
    ),
    forbid(
      'engine-knows-words-and-its-model-only',
      { path: '^engine/', pathNot: test },
      {
        pathNot: `^(engine|domain)/src|(^|/)onnxruntime-node(/|$)|^(node:)?(${ENGINE_NODE})(/promises)?$`,
      },
    ),
    forbid('engine-knows-no-server', { path: '^engine/' }, { path: '^(server|web|contract|bench|e2e)/' }),
    forbid('web-never-meets-the-engine', { path: '^web/src' }, { path: '^engine/' }),
    forbid(
      'server-and-web-never-meet',
      { path: '^(server|web)/src' },
      { path: '^(server|web)/src', pathNot: '^$1/src' },
    ),
    forbid(
      'stores-routes-and-dependencies-are-private',
      { path: '^server/src/([^/]+/[^/]+)/', pathNot: test },
      { path: '^server/src/[^/]+/[^/]+/([^/]+-store|[^/]+-dependencies|routes)\\.ts$', pathNot: '^server/src/$1/' },
    ),
    forbid(
      'only-tests-use-testing',
      { path: '^(domain|contract|engine|server|web)/', pathNot: test },
      { path: '(^|/)testing/' },
    ),
    forbid(
      'what-runs-is-installed-without-tools',
      { path: '^(domain|contract|engine|server)/', pathNot: test },
      { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'features-do-not-meet',
      { path: '^web/src/features/([^/]+)/', pathNot: test },
      { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
    ),
    forbid('ui-knows-no-product', { path: '^web/src/(ui|lib)/' }, { path: '^web/src/(features|app)/' }),
    forbid('ui-knows-no-lib', { path: '^web/src/ui/' }, { path: '^web/src/lib/' }),
    forbid(
      'web-imports-no-validators',
      { path: '^web/src/', pathNot: test },
      { path: '^contract/src|(^|/)zod(/|$)', dependencyTypesNot: ['type-only'] },
    ),
    forbid('no-cycles', { pathNot: test }, { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } }),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|\\.tsc)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
}
