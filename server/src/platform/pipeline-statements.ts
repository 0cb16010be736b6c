/**
 * Waits for concurrent work, such as pipelined statements. Where several fail it throws the first in order, not in
 * time: in a transaction that one is the cause of those behind it.
 */
export async function pipelineStatements<const Work extends readonly unknown[]>(
  work: Work,
): Promise<{ -readonly [Index in keyof Work]: Awaited<Work[Index]> }> {
  const outcomes = await Promise.allSettled(work)
  const values = outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason
    return outcome.value
  })
  return values as { -readonly [Index in keyof Work]: Awaited<Work[Index]> }
}
