/** What Node and the libraries below it read. */
const NEEDED = /^(path|home|systemroot|temp|tmp|tmpdir|lang|tz|(node|ld|dyld|omp)_.*)$/i

/** The library that runs the model would report its use to its maker, and keep a number for this machine in HOME. */
const QUIET = { ORT_DISABLE_TELEMETRY: '1' }

/**
 * The part of an environment that a process needs that only computes. The rest stays with us, since it holds the
 * installation's secrets. It reports to nobody.
 */
export function childEnvironment(own: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...Object.fromEntries(Object.entries(own).filter(([name]) => NEEDED.test(name))), ...QUIET }
}
