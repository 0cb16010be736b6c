import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { appendPage, idsBetween, indexOfRow, patchRows, removeRows, restoreRows } from './loaded-rows.ts'
import type { LoadedRows } from './loaded-rows.ts'

interface Named {
  id: string
  name: string
}

function loaded(ids: readonly string[]): LoadedRows<Named> {
  return {
    items: ids.map((id) => ({ id, name: 'as it was' })),
    total: ids.length,
    isTotalCapped: false,
    nextCursor: null,
    orderToken: {},
    source: {},
  }
}

const idsOf = (list: LoadedRows<Named>) => list.items.map((row) => row.id)
const someIds = fc.uniqueArray(fc.integer({ min: 0, max: 30 }).map(String), { maxLength: 20 })

describe('a loaded list', () => {
  test('is the same after rows are removed and restored', () => {
    fc.assert(
      fc.property(someIds, someIds, (all, taken) => {
        const before = loaded(all)
        const { loaded: without, removed } = removeRows(before, new Set(taken))
        expect(idsOf(without)).toEqual(all.filter((id) => !taken.includes(id)))
        expect(restoreRows(without, removed)).toEqual(before)
      }),
    )
  })

  test('keeps two removals apart: either can be restored first', () => {
    const before = loaded(['1', '2', '3', '4', '5'])
    const first = removeRows(before, new Set(['2', '3']))
    const second = removeRows(first.loaded, new Set(['4']))
    expect(idsOf(restoreRows(second.loaded, first.removed))).toEqual(['1', '2', '3', '5'])
    expect(idsOf(restoreRows(restoreRows(second.loaded, second.removed), first.removed)).toSorted()).toEqual(
      idsOf(before),
    )
  })

  test('counts what is left; a lower bound stays one whatever is removed and restored', () => {
    const counted = removeRows(loaded(['1', '2', '3']), new Set(['1', '2'])).loaded
    expect(counted.total).toBe(1)
    const capped = { ...loaded(['1', '2', '3']), total: 1_000, isTotalCapped: true }
    const { loaded: without, removed } = removeRows(capped, new Set(['1', '2']))
    expect(without).toMatchObject({ total: 1_000, isTotalCapped: true })
    expect(restoreRows(without, removed)).toEqual(capped)
  })

  test('never holds a restored row twice', () => {
    const before = loaded(['1', '2'])
    const { removed } = removeRows(before, new Set(['1']))
    expect(restoreRows(before, removed)).toEqual(before)
  })

  test('shows a row at the top if its neighbour has gone', () => {
    const { loaded: without, removed } = removeRows(loaded(['1', '2', '3']), new Set(['3']))
    expect(idsOf(restoreRows(removeRows(without, new Set(['2'])).loaded, removed))).toEqual(['3', '1'])
  })

  test('holds a row once, even if two pages contain it', () => {
    const page = {
      items: [
        { id: '2', name: 'two' },
        { id: '3', name: 'three' },
      ],
      total: 3,
      total_capped: false,
      next_cursor: 'c',
    }
    const list = appendPage(loaded(['1', '2']), page)
    expect(idsOf(list)).toEqual(['1', '2', '3'])
    expect(list.nextCursor).toBe('c')
  })

  test('changes only the rows of the change', () => {
    const before = loaded(['1', '2'])
    const list = patchRows(before, new Set(['2']), { name: 'changed' })
    expect(list.items.map((row) => row.name)).toEqual(['as it was', 'changed'])
    expect(list.items[0]).toBe(before.items[0])
    expect(list.orderToken).toBe(before.orderToken)
  })

  test('finds a row wherever it was last seen', () => {
    const { items } = loaded(['1', '2', '3'])
    for (const near of [-1, 0, 1, 2, 9]) expect(indexOfRow(items, '2', near)).toBe(1)
    expect(indexOfRow(items, '9', 1)).toBe(-1)
  })

  test.each([
    { from: '2', to: '4', ids: ['2', '3', '4'] },
    { from: '4', to: '2', ids: ['2', '3', '4'] },
    { from: null, to: '3', ids: ['3'] },
    { from: 'gone', to: '3', ids: ['3'] },
  ])('spans from $from to $to', ({ from, to, ids }) => {
    expect(idsBetween(loaded(['1', '2', '3', '4', '5']), from, to)).toEqual(ids)
  })
})
