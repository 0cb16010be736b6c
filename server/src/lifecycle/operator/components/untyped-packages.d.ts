// These two packages come without types, and we use one function of each.
declare module 'semver' {
  /** Below 0, 0 or above 0, as versions stand by Semantic Versioning. Throws for what is no version. */
  export function compare(one: string, other: string): number
  /** The version in its plain form, or null where it is none. */
  export function valid(version: string): string | null
}

declare module 'adm-zip' {
  interface Entry {
    entryName: string
    isDirectory: boolean
    getData(): Buffer
  }
  export default class AdmZip {
    constructor(path?: string)
    getEntries(): Entry[]
    addFile(name: string, content: Buffer): void
    toBuffer(): Buffer
  }
}
