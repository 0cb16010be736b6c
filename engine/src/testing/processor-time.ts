/**
 * Milliseconds of processor time that this process takes for `work`: what grows out of all measure with its input is found by
 * that, and a machine that is busy with something else, or stands still for a while, is no failure.
 */
export async function processorMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
