import { creditsInWords, type Millicredits } from '@leadlight/domain/credits'
import type { Brief } from '@leadlight/engine/plan/brief'
import { UNCERTAIN_SHARE } from '../opinions/uncertain-band.ts'
import type { MatchingDependencies } from './matching-dependencies.ts'

/** The price of judging a post, and the extra price where the large model reads it too. */
export interface JudgingPrice {
  price: Millicredits
  modelPrice: Millicredits
}

const FREE: JudgingPrice = { price: 0, modelPrice: 0 }

/** What judging costs for a signal. Watched names are free: nothing is judged, and no model is asked. */
export function judgingPrice(
  { judgedPostPrice, reader }: Pick<MatchingDependencies, 'judgedPostPrice' | 'reader'>,
  { kind }: Pick<Brief, 'kind'> = { kind: 'intent' },
): JudgingPrice {
  if (kind === 'name') return FREE
  return { price: judgedPostPrice, modelPrice: reader?.price ?? 0 }
}

/** The most one post can cost: whether the large model reads it is known only after judging. */
export function mostForOne({ price, modelPrice }: JudgingPrice): Millicredits {
  return price + modelPrice
}

/** The likely price of so many posts, since the built-in model is sure of most. */
export function probablyFor(posts: number, { price, modelPrice }: JudgingPrice): Millicredits {
  return posts * price + Math.ceil(posts * UNCERTAIN_SHARE) * modelPrice
}

/**
 * As a clause: `at 1 credit`, or `for nothing, or at 1 credit where OpenAI reads it too`; `unit` follows each price.
 */
export function priceInWords(
  { price, modelPrice }: JudgingPrice,
  { reader }: Pick<MatchingDependencies, 'reader'>,
  unit = '',
): string {
  const plain = price === 0 ? 'for nothing' : `at ${creditsInWords(price)}${unit}`
  if (!reader || modelPrice === 0) return plain
  return `${plain}, or at ${creditsInWords(price + modelPrice)}${unit} where ${reader.name} reads it too`
}
