import { useInstance } from './instance.ts'

/** Whether anything costs credits here: plans are sold, or some work has a price. Undefined while it loads. */
export function useHasCosts(): boolean | undefined {
  const instance = useInstance()
  if (!instance) return undefined
  const { billing, judged_post_price, model_judged_post_price, draft_price, column_value_price } = instance
  const prices = [judged_post_price, model_judged_post_price, draft_price, column_value_price]
  return billing !== 'included' || prices.some((price) => price > 0)
}
