import { setTimeout as sleep } from 'node:timers/promises'
import process from 'node:process'
import { expect, onTestFinished, test } from 'vitest'
import { startBlockMeter } from './block-meter.ts'

function computeFor(ms: number): void {
  const startedAt = process.threadCpuUsage()
  const usedMs = () => {
    const { user, system } = process.threadCpuUsage(startedAt)
    return (user + system) / 1000
  }
  while (usedMs() < ms);
}

test('computing in one go counts as one block, in pieces as many, and waiting as none', async () => {
  const meter = startBlockMeter()
  onTestFinished(() => meter.stop())
  computeFor(80)
  expect(meter.longestMs()).toBeGreaterThanOrEqual(80)

  await sleep(5)
  meter.reset()
  await sleep(200)
  expect(meter.longestMs()).toBeLessThan(40)

  for (let piece = 0; piece < 8; piece++) {
    computeFor(10)
    await sleep(2)
  }
  expect(meter.longestMs()).toBeLessThan(40)
})
