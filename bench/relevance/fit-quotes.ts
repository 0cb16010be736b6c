import { quoteInputs, type QuoteModel, type Weight } from '@leadlight/engine/evidence/evidence'
import { minimize, type Loss } from './fit-logistic.ts'

/** Chosen beforehand: eight weights over some four hundred posts hardly need one. */
const PENALTY = 3
const GRADIENT_MIN = 1e-3

/** A post that its reader quoted: its sentences, and which of them the quote touches. */
export interface QuotedPost {
  weights: readonly Weight[]
  quoted: readonly boolean[]
}

/**
 * Fits which sentence a reader quotes, as a choice among a post's sentences: the likelihood that it is one the quote
 * touches. A quote that touches no sentence, or every one, says nothing, so its post is left out.
 */
export function fitQuotes(posts: readonly QuotedPost[]): QuoteModel {
  const telling = posts.filter(({ quoted }) => quoted.includes(true) && quoted.includes(false))
  const rows = telling.flatMap(({ weights }) => weights.map(quoteInputs))
  const width = rows[0]?.length ?? 0
  const columns = Array.from({ length: width }, (_, at) => rows.map((row) => row[at] ?? 0))
  const means = columns.map(average)
  const scales = columns.map((column, at) =>
    Math.max(1e-4, Math.sqrt(average(column.map((value) => (value - (means[at] ?? 0)) ** 2)))),
  )
  const choices = telling.map(({ weights, quoted }) => ({
    quoted,
    rows: weights.map((weight) =>
      quoteInputs(weight).map((value, at) => (value - (means[at] ?? 0)) / (scales[at] ?? 1)),
    ),
  }))
  const point = minimize(width, GRADIENT_MIN * choices.length ** 0.5, (at) => lossAt(choices, at))
  return { means: means.map(shorten), scales: scales.map(shorten), weights: [...point].map(shorten) }
}

function lossAt(
  choices: readonly { quoted: readonly boolean[]; rows: readonly number[][] }[],
  point: Float64Array,
): Loss {
  const gradient = point.map((weight) => PENALTY * weight)
  let value = (PENALTY * point.reduce((sum, weight) => sum + weight * weight, 0)) / 2
  for (const { quoted, rows } of choices) {
    const worths = rows.map((row) => row.reduce((sum, input, at) => sum + input * (point[at] ?? 0), 0))
    const highest = Math.max(...worths)
    const odds = worths.map((worth) => Math.exp(worth - highest))
    const all = odds.reduce((sum, odd) => sum + odd, 0)
    const right = odds.reduce((sum, odd, index) => sum + (quoted[index] === true ? odd : 0), 0)
    value -= Math.log(right / all)
    rows.forEach((row, index) => {
      const odd = odds[index] ?? 0
      const error = odd / all - (quoted[index] === true ? odd / right : 0)
      row.forEach((input, at) => (gradient[at] = (gradient[at] ?? 0) + error * input))
    })
  }
  return { value, gradient }
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}

function shorten(value: number): number {
  return Number(value.toPrecision(5))
}
