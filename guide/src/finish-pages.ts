import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const INLINE = /<script>([^]*?)<\/script>/g
/** A page has two, and whoever listens to it has to tell them apart. */
const SIDES = { sidebar: 'Pages', outline: 'On this page' }

/**
 * A plugin of the generator: does to the pages of `folder` what it leaves undone. Scripts become files, as the product's
 * policy runs no others, and the lists at the sides get names.
 */
export function finishPages(folder: string) {
  return {
    name: 'finish-pages',
    afterBuild(): void {
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'))
      for (const file of files.map((path) => join(folder, path))) {
        writeFileSync(file, nameSides(moveScripts(readFileSync(file, 'utf8'), folder)))
      }
    },
  }
}

function moveScripts(page: string, folder: string): string {
  return page.replaceAll(INLINE, (_, script: string) => {
    const name = `static/js/inline.${createHash('sha256').update(script).digest('hex').slice(0, 10)}.js`
    writeFileSync(join(folder, name), script)
    return `<script src="/guide/${name}"></script>`
  })
}

function nameSides(page: string): string {
  return Object.entries(SIDES).reduce(
    (text, [side, name]) =>
      text.replaceAll(
        `<aside class="rp-doc-layout__${side}`,
        `<aside aria-label="${name}" class="rp-doc-layout__${side}`,
      ),
    page,
  )
}
