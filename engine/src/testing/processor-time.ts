/**
 * Milliseconds of processor time that this process takes for `work`. It reveals work that grows too fast with its
 * input, and a busy or stalled machine is no failure.
 */
export async function processorMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
