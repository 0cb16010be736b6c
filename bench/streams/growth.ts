/** By what part of the first these evenly spaced values grow to the last, along the line that fits them best. */
export function growthOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const slope =
    values.reduce((sum, value, at) => sum + (at - middle) * (value - mean), 0) /
    values.reduce((sum, _, at) => sum + (at - middle) ** 2, 0)
  return (slope * (values.length - 1)) / (mean - slope * middle)
}
