/**
 * The environment of a program that a test starts: nothing of the tests' own gets there but where programs are found, and where Node
 * keeps what it has compiled, without which each start would compile the server's modules once more.
 */
export function programEnvironment(variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  return { PATH, ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }), ...variables }
}
