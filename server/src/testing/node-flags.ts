/** How Node is started for what runs beside a test: as the product itself, see NODE_FLAGS in scripts/install.mjs. */
export const NODE_FLAGS: readonly string[] = [
  '--disable-warning=ExperimentalWarning',
  '--no-sparkplug',
  '--wasm-wrapper-tiering-budget=2147483647',
]
