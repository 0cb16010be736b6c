import { encode } from 'uqr'

/** The margin a camera needs around the code, in modules. */
const QUIET_ZONE = 4

/** A QR code drawn locally, so its content is sent to nobody. Dark on white in both themes, as cameras expect. */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  return (
    <figure aria-label={label} className={className}>
      <svg aria-hidden="true" viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" className="block">
        <rect width={size} height={size} fill="#fff" />
        <path d={data.map(rowPath).join('')} fill="#000" />
      </svg>
    </figure>
  )
}

/** The dark modules of a row, with neighbours merged into one stroke. */
function rowPath(row: readonly boolean[], y: number): string {
  let path = ''
  for (let x = 0; x < row.length; x++) {
    const start = x
    while (row[x]) x++
    if (x > start) path += `M${start} ${y}h${x - start}v1h-${x - start}z`
  }
  return path
}
