/** Node's flags for processes beside a test: the product's own, see NODE_FLAGS in scripts/install.mjs. */
export const NODE_FLAGS: readonly string[] = [
  '--disable-warning=ExperimentalWarning',
  '--no-sparkplug',
  '--wasm-wrapper-tiering-budget=2147483647',
  '--max-semi-space-size=16',
]
