import { EventEmitter } from 'node:events'
import { createManualClock } from '@leadlight/testing/manual-clock'
import { expect, test } from 'vitest'
import { onStopSignal } from './stop-signals.ts'

function listen() {
  const clock = createManualClock('2026-11-27T09:00:00Z')
  const from = new EventEmitter()
  const [stops, exits]: [string[], number[]] = [[], []]
  onStopSignal((signal) => stops.push(signal), { clock, from, exit: (code) => exits.push(code) })
  return { clock, signal: (name: string) => from.emit(name), stops, exits }
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'])('%s stops a program in order', (name) => {
  const { signal, stops, exits } = listen()
  signal(name)
  expect([stops, exits]).toEqual([[name], []])
})

test('a signal that arrives once by its group and once by each parent is one wish', async () => {
  const { clock, signal, stops, exits } = listen()
  for (const ms of [0, 5, 1995]) {
    await clock.advance(ms)
    signal('SIGTERM')
  }
  expect([stops, exits]).toEqual([['SIGTERM'], []])
})

test('a second wish, after a while, ends the process at once', async () => {
  const { clock, signal, stops, exits } = listen()
  signal('SIGINT')
  await clock.advance(2001)
  signal('SIGINT')
  expect([stops, exits]).toEqual([['SIGINT'], [1]])
})
