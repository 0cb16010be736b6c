import { creditsInWords, type Millicredits } from '@leadlight/domain/credits'
import { UNCERTAIN_SHARE } from '../opinions/uncertain-band.ts'
import type { MatchingDependencies } from './matching-dependencies.ts'

/** What judging costs: each post, and on top each that the configured large model reads too. */
export interface JudgingPrice {
  price: Millicredits
  modelPrice: Millicredits
}

export function judgingPrice({
  judgedPostPrice,
  reader,
}: Pick<MatchingDependencies, 'judgedPostPrice' | 'reader'>): JudgingPrice {
  return { price: judgedPostPrice, modelPrice: reader?.price ?? 0 }
}

/** What one post costs at most: before it is judged nobody knows whether the built-in model will be sure of it. */
export function mostForOne({ price, modelPrice }: JudgingPrice): Millicredits {
  return price + modelPrice
}

/** What so many posts probably cost: of most the built-in model is sure. */
export function probablyFor(posts: number, { price, modelPrice }: JudgingPrice): Millicredits {
  return posts * price + Math.ceil(posts * UNCERTAIN_SHARE) * modelPrice
}

/** As a clause: `at 1 credit`, or `for nothing, or at 1 credit where OpenAI reads it too`; `unit` follows each price. */
export function priceInWords(
  { price, modelPrice }: JudgingPrice,
  { reader }: Pick<MatchingDependencies, 'reader'>,
  unit = '',
): string {
  const plain = price === 0 ? 'for nothing' : `at ${creditsInWords(price)}${unit}`
  if (!reader || modelPrice === 0) return plain
  return `${plain}, or at ${creditsInWords(price + modelPrice)}${unit} where ${reader.name} reads it too`
}
