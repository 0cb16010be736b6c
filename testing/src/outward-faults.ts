import { inflateRawSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'

/** How a cell begins that a spreadsheet calculates. */
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/
const REORDERING = /[\u202A-\u202E\u2066-\u2069]/u
/** The parts of a workbook that holds texts and numbers and nothing else. */
const PARTS =
  /^(?:\[Content_Types\]\.xml|_rels\/\.rels|docProps\/(?:app|core)\.xml|xl\/(?:workbook|styles|sharedStrings)\.xml|xl\/theme\/theme1\.xml|xl\/_rels\/workbook\.xml\.rels|xl\/worksheets\/sheet\d+\.xml)$/
const CELL = /<c\s([^>]*?)(?:\/>|>(.*?)<\/c>)/gs

/** The cells of a CSV file that a spreadsheet would calculate. */
export function csvFaults(text: string): string[] {
  const rows: string[][] = parse(text, { bom: true, record_delimiter: '\r\n' })
  return rows.flat().filter((cell) => FORMULA.test(cell) && Number.isNaN(Number(cell)))
}

/**
 * What a workbook holds beside plain texts, numbers, truth values and times, looked at cell by cell: formulas, links,
 * objects, other parts. `cells` is how many were looked at.
 */
export function xlsxFaults(bytes: Uint8Array): { cells: number; faults: string[] } {
  const faults: string[] = []
  let cells = 0
  for (const [name, text] of unzip(Buffer.from(bytes))) {
    if (!PARTS.test(name)) faults.push(`the part ${name}`)
    if (
      /TargetMode="External"|<(?:\w+:)?(?:f|hyperlink|externalReference|ddeLink|oleLink|definedName)[\s>/]/.test(text)
    )
      faults.push(`a formula or a link in ${name}`)
    if (!name.startsWith('xl/worksheets/')) continue
    for (const [, attributes = '', content = ''] of text.matchAll(CELL)) {
      cells += 1
      const type = /\bt="(\w+)"/.exec(attributes)?.[1] ?? 'n'
      const isText = type === 's' || (type === 'inlineStr' && /^<is>.*<\/is>$/s.test(content))
      const isValue = ['n', 'b', 'd'].includes(type) && /^(?:<v>[-\d.eE+:TZ]*<\/v>)?$/.test(content)
      if (!isText && !isValue) faults.push(`a cell of ${name}: ${attributes} ${content.slice(0, 200)}`)
    }
  }
  return { cells, faults }
}

/** The marks of direction in a text, and controls that a line or a terminal would obey. */
export function steeringIn(text: string): string[] {
  return Array.from(text).filter((sign) => REORDERING.test(sign) || (/\p{Cc}/u.test(sign) && sign !== '\n'))
}

const END = 0x06054b50
const DIRECTORY_NAME_AT = 46
const LOCAL_DATA_AT = 30

/** The parts of an archive by name, as text, by its directory (PKWARE's APPNOTE, 4.3). */
function unzip(archive: Buffer): Map<string, string> {
  const parts = new Map<string, string>()
  let end = archive.length - 22
  while (archive.readUInt32LE(end) !== END) end -= 1
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [packed, name, extra, comment] = [20, 28, 30, 32].map((offset) =>
      offset === 20 ? archive.readUInt32LE(at + offset) : archive.readUInt16LE(at + offset),
    ) as [number, number, number, number]
    const local = archive.readUInt32LE(at + 42)
    const from = local + LOCAL_DATA_AT + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
    const data = archive.subarray(from, from + packed)
    const text = archive.readUInt16LE(at + 10) === 0 ? data : inflateRawSync(data)
    parts.set(archive.toString('utf8', at + DIRECTORY_NAME_AT, at + DIRECTORY_NAME_AT + name), text.toString('utf8'))
    at += DIRECTORY_NAME_AT + name + extra + comment
  }
  return parts
}
