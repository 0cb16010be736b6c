/**
 * The environment of a program that a test starts: of the tests' own only where programs are found and where Node
 * caches compiled code, without which each start would compile the server's modules again.
 */
export function programEnvironment(variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  return { PATH, ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }), ...variables }
}
