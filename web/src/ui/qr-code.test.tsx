import { cleanup, render, screen } from '@testing-library/react'
import { encode } from 'uqr'
import { afterEach, expect, test } from 'vitest'
import { QrCode } from './qr-code.tsx'

afterEach(cleanup)

test('exactly the dark modules are drawn, with four light ones around them', () => {
  const text = 'otpauth://totp/Leadlight:rosa%40acme.example?secret=JBSWY3DPEHPK3PXP&issuer=Leadlight'
  render(<QrCode text={text} label="To scan" />)
  const svg = screen.getByRole('figure', { name: 'To scan' }).querySelector('svg')
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  expect(svg?.getAttribute('viewBox')).toBe(`0 0 ${size} ${size}`)
  const drawn = data.map((row) => row.map(() => false))
  for (const [, x, y, width] of (svg?.querySelector('path')?.getAttribute('d') ?? '').matchAll(/M(\d+) (\d+)h(\d+)/g)) {
    for (let i = 0; i < Number(width); i++) drawn[Number(y)]![Number(x) + i] = true
  }
  expect(drawn).toEqual(data)
  expect(data[3]?.some(Boolean)).toBe(false)
  expect(data[4]?.slice(4, 11)).toEqual([true, true, true, true, true, true, true])
})
