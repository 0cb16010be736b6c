const SAME_FROM = 0.8
const STOP = new Set(
  'a an and are as at be by can choose could do for from get have how in is it its of on or other others so than that the their them they this should to use used using want wants was what when where which who whom whose with'.split(
    ' ',
  ),
)

/** Whether two signals ask for nearly the same posts: they share most of their content words. */
export function isSameSignal(a: string, b: string): boolean {
  const wordsA = contentWords(a)
  const wordsB = contentWords(b)
  const shared = [...wordsA].filter((word) => wordsB.has(word)).length
  const either = wordsA.size + wordsB.size - shared
  return either === 0 ? a.trim() === b.trim() : shared / either >= SAME_FROM
}

function contentWords(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return new Set(words.filter((word) => !STOP.has(word)).map(stem))
}

function stem(word: string): string {
  return word.length <= 4 ? word : word.replace(/(?:ies|ing|ed|es|s|e|y)$/, '')
}
