const DAY_SECONDS = 86_400

/** When the next day begins in a time zone such as `America/Los_Angeles`, also when its clocks change. */
export function nextMidnight(now: Date, timeZone: string): Date {
  const guess = now.getTime() + (DAY_SECONDS - secondOfDay(now, timeZone)) * 1000
  const past = secondOfDay(new Date(guess), timeZone)
  const isBefore = past > DAY_SECONDS / 2
  const atMs = guess + (isBefore ? DAY_SECONDS - past : -past) * 1000
  return new Date(Math.floor(atMs / 1000) * 1000)
}

function secondOfDay(at: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'medium', hourCycle: 'h23' }).format(at)
  const [hours = 0, minutes = 0, seconds = 0] = parts.split(':').map(Number)
  return hours * 3600 + minutes * 60 + seconds
}
