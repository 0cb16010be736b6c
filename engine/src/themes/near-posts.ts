import { productFor, nearnessOf } from '../index/gist.ts'
import { createNearGists } from '../index/near-gists.ts'

/** More than these of a post's neighbours say nothing new of where posts lie close together. */
export const NEIGHBOURS_MAX = 16

/** For each post its nearest others, the nearest first: `at[post * NEIGHBOURS_MAX + rank]`, -1 beyond the last. */
export interface Neighbours {
  at: Int32Array
  nearness: Float32Array
}

/**
 * The nearest others of each post, of those at least this near. Every pair is compared, so nothing is approximate, and
 * equal distances are ordered by the posts' places, so the same posts always have the same neighbours.
 */
export function findNeighbours(gists: readonly Int8Array[], nearnessMin: number): Neighbours {
  const near = createNearGists()
  const least = productFor(nearnessMin)
  gists.forEach((gist, slot) => near.set(slot, gist, least))
  const at = new Int32Array(gists.length * NEIGHBOURS_MAX).fill(-1)
  const products = new Int32Array(gists.length * NEIGHBOURS_MAX)
  gists.forEach((gist, post) => {
    const first = post * NEIGHBOURS_MAX
    let held = 0
    near.scan(gist, (other, product) => {
      if (other === post) return
      if (held === NEIGHBOURS_MAX && product <= (products[first + held - 1] ?? 0)) return
      let place = held < NEIGHBOURS_MAX ? held++ : held - 1
      while (place > 0 && (products[first + place - 1] ?? 0) < product) {
        products[first + place] = products[first + place - 1] ?? 0
        at[first + place] = at[first + place - 1] ?? -1
        place--
      }
      products[first + place] = product
      at[first + place] = other
    })
  })
  return { at, nearness: Float32Array.from(products, nearnessOf) }
}
