import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { WordPlan } from '@leadlight/engine/index/word-plan'
import { peerPlan, peerPost } from './peer-plans.ts'

const PROGRAM = fileURLToPath(new URL('LuceneMemory.java', import.meta.url))
const JARS = /^lucene-(core|memory|analyzers-common)-[\d.]+\.jar$/

/** Lucene's MemoryIndex: one post indexed, all queries run on it, on one thread. `folder` holds Lucene's jars. */
export async function askLucene(plans: readonly WordPlan[], texts: readonly string[], folder: string): Promise<object> {
  const jars = existsSync(folder) ? readdirSync(folder).filter((name) => JARS.test(name)) : []
  if (jars.length < 3) {
    return { missing: `There is no Lucene in ${folder} (Debian: liblucene8-java and openjdk-17-jdk-headless).` }
  }
  const work = mkdtempSync(join(tmpdir(), 'leadlight-lucene-'))
  try {
    writeFileSync(join(work, 'plans'), plans.map(asLine).join('\n'))
    writeFileSync(join(work, 'posts'), texts.map(asPost).join('\n'))
    const path = jars.map((name) => join(folder, name)).join(':')
    const { stdout } = await promisify(execFile)('java', ['-cp', path, PROGRAM, work])
    return JSON.parse(stdout) as object
  } catch (error) {
    return {
      missing: `Lucene could not be run: ${error instanceof Error ? error.message.slice(0, 200) : String(error)}`,
    }
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** Sets, groups, readings and terms, each with its own separator; exclusions after a tab. */
function asLine(plan: WordPlan): string {
  const { anySet, noneOf } = peerPlan(plan)
  const readings = (all: string[][]) => all.map((terms) => terms.join(' ')).join('|')
  return `${anySet.map((groups) => groups.map(readings).join('&')).join(';')}\t${readings(noneOf)}`
}

function asPost(text: string): string {
  return peerPost(text)
    .map(({ term, at }) => `${term} ${at}`)
    .join('\t')
}
