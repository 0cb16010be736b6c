const COLUMNS = 7
const LINES = 22
const COLUMN_WIDTH = 220
const LINE_HEIGHT = 40

interface Line {
  x: number
  y: number
  width: number
  marked: boolean
}

const lines = drawLines()

/** The backdrop of public screens: a wall of posts, and a light that finds the lines that matter. */
export function AuthBackdrop() {
  return (
    <div aria-hidden="true" className="absolute inset-0 -z-10 overflow-hidden bg-bg">
      <svg
        viewBox={`0 0 ${COLUMNS * COLUMN_WIDTH} ${LINES * LINE_HEIGHT}`}
        preserveAspectRatio="xMidYMid slice"
        className="absolute inset-0 size-full"
      >
        {lines.map(({ x, y, width, marked }) => (
          <rect
            key={`${x} ${y}`}
            x={x}
            y={y}
            width={width}
            height={marked ? 15 : 9}
            rx={marked ? 4 : 4.5}
            className={marked ? 'fill-mark' : 'fill-line'}
            opacity={marked ? 0.9 : 0.55}
          />
        ))}
      </svg>
      <div className="absolute inset-0 bg-[radial-gradient(ellipse_60%_70%_at_50%_46%,var(--bg)_35%,transparent_100%)]" />
      <div className="absolute inset-x-0 top-0 h-80 bg-[radial-gradient(ellipse_70%_100%_at_50%_0%,var(--accent-soft),transparent)] opacity-70" />
    </div>
  )
}

/** Bars like paragraphs, the same on every visit; every few lines one is marked. */
function drawLines(): Line[] {
  const drawn: Line[] = []
  for (let column = 0; column < COLUMNS; column++) {
    for (let row = 0; row < LINES; row++) {
      const turn = (column * 37 + row * 53 + ((column * row * 7) % 19)) % 97
      const endsParagraph = (row + column * 2) % 5 === 4
      if (endsParagraph) continue
      const marked = turn % 23 === 5
      const width = 96 + ((turn * 3) % 92) - ((row + column * 2) % 5 === 3 ? 40 : 0)
      drawn.push({ x: column * COLUMN_WIDTH + 14, y: row * LINE_HEIGHT + (marked ? 9 : 12), width, marked })
    }
  }
  return drawn
}
