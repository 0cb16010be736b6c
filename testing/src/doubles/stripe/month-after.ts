/** The next end of a month counted from the anchor, as Stripe does: the 31st becomes a short month's last day. */
export function monthAfter(anchorS: number, fromS: number): number {
  const anchor = new Date(anchorS * 1000)
  for (let months = 1; ; months += 1) {
    const next = new Date(anchor)
    next.setUTCDate(1)
    next.setUTCMonth(anchor.getUTCMonth() + months)
    const lastDay = new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1, 0)).getUTCDate()
    next.setUTCDate(Math.min(anchor.getUTCDate(), lastDay))
    const endS = Math.floor(next.getTime() / 1000)
    if (endS > fromS) return endS
  }
}
