/** A character with the marks that stand on it. */
const CLUSTER = /\P{M}\p{M}*|\p{M}+/gu
const BEYOND_ASCII = /[\u0080-\uffff]/
/** Accents, and what shows nothing: soft hyphens, joiners, marks of direction. */
const UNSEEN = /[\u0300-\u036f]|\p{Cf}/gu
/** Marks behind a name that are no part of it; they would fold to letters. */
const RIGHTS = /^[\u00a9\u00ae\u2120\u2122]/
/** Powers and footnotes: folded to digits they would make another word of the one before. */
const RAISED = /^[\u00b2\u00b3\u00b9\u2070\u2074-\u2079]/
const APOSTROPHES = /[\u2018\u2019\u02bc\u02b9]/g

/** A text without regard to case, accents and compatibility forms: two that are the same to a reader are equal. */
export function foldWords(text: string): string {
  if (!BEYOND_ASCII.test(text)) return text.toLowerCase()
  let folded = ''
  for (const [cluster] of text.matchAll(CLUSTER)) folded += foldCluster(cluster)
  return folded
}

/** For each unit of the folded text the offset in `text` of what it was made from, and `text`'s length at the end. */
export function sourceOffsets(text: string): (at: number) => number {
  if (!BEYOND_ASCII.test(text)) return (at) => at
  const offsets: number[] = []
  for (const { 0: cluster, index } of text.matchAll(CLUSTER))
    for (let unit = foldCluster(cluster).length; unit > 0; unit--) offsets.push(index)
  return (at) => offsets[at] ?? text.length
}

/** Upper case first: it makes one of `ß` and `ss`, and of the two small sigmas. Cut apart before, as a letter may be a sign's part. */
function foldCluster(cluster: string): string {
  if (RIGHTS.test(cluster)) return ' '
  if (RAISED.test(cluster)) return cluster.charAt(0)
  const whole = cluster.normalize('NFKD').toUpperCase().toLowerCase().normalize('NFKD')
  return whole.replace(UNSEEN, '').replace(APOSTROPHES, "'")
}
