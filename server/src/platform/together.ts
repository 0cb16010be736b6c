/**
 * Waits for work that goes on at the same time, such as statements that travel together. Where several fail it throws the failure that
 * stands first here, not the one heard of first: in a transaction it is the cause of those behind it.
 */
export async function together<const Work extends readonly unknown[]>(
  work: Work,
): Promise<{ -readonly [Index in keyof Work]: Awaited<Work[Index]> }> {
  const outcomes = await Promise.allSettled(work)
  const values = outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason
    return outcome.value
  })
  return values as { -readonly [Index in keyof Work]: Awaited<Work[Index]> }
}
