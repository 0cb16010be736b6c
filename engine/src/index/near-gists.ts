import { GIST_LENGTH } from './gist.ts'

/**
 * `near-gists.wat`, assembled; a test assembles it again and compares. WebAssembly, since its vector instructions
 * process eight numbers at once.
 */
export const NEAR_GISTS_MODULE =
  'AGFzbQEAAAABCAFgA39/fwF/AwIBAAUDAQABBxECBm1lbW9yeQIABHNjYW4AAArpBwHmBwIDfw17IAAgAUGQAmxqIQNBgAEhBEEA/QAE' +
  'ACEGQQD9AAQQIQdBAP0ABCAhCEEA/QAEMCEJQQD9AARAIQpBAP0ABFAhC0EA/QAEYCEMQQD9AARwIQ0CQANAIAAgA08NASAA/QEDACAG' +
  '/boBIQ4gDiAA/QEDCCAH/boB/a4BIQ4gDiAA/QEDECAI/boB/a4BIQ4gDiAA/QEDGCAJ/boB/a4BIQ4gDiAA/QEDICAK/boB/a4BIQ4g' +
  'DiAA/QEDKCAL/boB/a4BIQ4gDiAA/QEDMCAM/boB/a4BIQ4gDiAA/QEDOCAN/boB/a4BIQ4gAP0BA0AgBv26ASEPIA8gAP0BA0ggB/26' +
  'Af2uASEPIA8gAP0BA1AgCP26Af2uASEPIA8gAP0BA1ggCf26Af2uASEPIA8gAP0BA2AgCv26Af2uASEPIA8gAP0BA2ggC/26Af2uASEP' +
  'IA8gAP0BA3AgDP26Af2uASEPIA8gAP0BA3ggDf26Af2uASEPIAD9AQOAASAG/boBIRAgECAA/QEDiAEgB/26Af2uASEQIBAgAP0BA5AB' +
  'IAj9ugH9rgEhECAQIAD9AQOYASAJ/boB/a4BIRAgECAA/QEDoAEgCv26Af2uASEQIBAgAP0BA6gBIAv9ugH9rgEhECAQIAD9AQOwASAM' +
  '/boB/a4BIRAgECAA/QEDuAEgDf26Af2uASEQIAD9AQPAASAG/boBIREgESAA/QEDyAEgB/26Af2uASERIBEgAP0BA9ABIAj9ugH9rgEh' +
  'ESARIAD9AQPYASAJ/boB/a4BIREgESAA/QED4AEgCv26Af2uASERIBEgAP0BA+gBIAv9ugH9rgEhESARIAD9AQPwASAM/boB/a4BIREg' +
  'ESAA/QED+AEgDf26Af2uASERIA4gD/0NAAECAxAREhMEBQYHFBUWFyAOIA/9DQgJCgsYGRobDA0ODxwdHh/9rgEhDiAQIBH9DQABAgMQ' +
  'ERITBAUGBxQVFhcgECAR/Q0ICQoLGBkaGwwNDg8cHR4f/a4BIRAgDiAQ/Q0AAQIDBAUGBxAREhMUFRYXIA4gEP0NCAkKCwwNDg8YGRob' +
  'HB0eH/2uASESIBIgAP0ABIAC/T/9pAEhBSAFBEAgBUEBcQRAIAQgAkEAajYCACAEIBL9GwA2AgQgBEEIaiEECyAFQQJxBEAgBCACQQFq' +
  'NgIAIAQgEv0bATYCBCAEQQhqIQQLIAVBBHEEQCAEIAJBAmo2AgAgBCAS/RsCNgIEIARBCGohBAsgBUEIcQRAIAQgAkEDajYCACAEIBL9' +
  'GwM2AgQgBEEIaiEECwsgAkEEaiECIABBkAJqIQAMAAsLIAQL'

const GISTS_PER_BLOCK = 4
/** The module's layout of a block: its gists, and for each the least product that counts. */
const BLOCK_BYTES = GISTS_PER_BLOCK * (GIST_LENGTH + 4)
const LEASTS = GISTS_PER_BLOCK * GIST_LENGTH
const PAGE_BYTES = 65_536
const ANSWERS = 2 * GIST_LENGTH
const ANSWER_BYTES = 8
/** So many are scanned in one pass, with room for an answer from each. */
const BLOCKS_AT_ONCE = 2_048
const FIRST_BLOCK = ANSWERS + BLOCKS_AT_ONCE * GISTS_PER_BLOCK * ANSWER_BYTES
const NEVER = 0x7fff_ffff

/** The part used here: its types come with those of browsers, which the server does without. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object
  Instance: new (module: object) => { readonly exports: unknown }
}

interface NearGistsExports {
  memory: { readonly buffer: ArrayBuffer; grow(pages: number): number }
  scan(block: number, blocks: number, slot: number): number
}

/** Gists in slots numbered from 0, each with the least product that counts, to scan all at once. */
export interface NearGists {
  set(slot: number, gist: Int8Array, least: number): void
  /** Removes the slot from scans. */
  clear(slot: number): void
  /** Changes the least product that counts. */
  setLeast(slot: number, least: number): void
  /** Calls for each slot whose gist's product with this one counts. */
  scan(gist: Int8Array, visit: (slot: number, product: number) => void): void
}

export function createNearGists(): NearGists {
  const module = new WebAssembly.Module(Buffer.from(NEAR_GISTS_MODULE, 'base64'))
  const exports = new WebAssembly.Instance(module).exports as NearGistsExports
  const { memory } = exports
  let blocks = 0
  let bytes = new Int8Array(memory.buffer)
  let numbers = new Int32Array(memory.buffer)

  function makeRoom(wanted: number): void {
    const missing = FIRST_BLOCK + wanted * BLOCK_BYTES - memory.buffer.byteLength
    if (missing > 0) {
      // Doubled, since growing may copy everything.
      memory.grow(Math.ceil(Math.max(missing, memory.buffer.byteLength) / PAGE_BYTES))
      bytes = new Int8Array(memory.buffer)
      numbers = new Int32Array(memory.buffer)
    }
    for (; blocks < wanted; blocks++) {
      for (let position = 0; position < GISTS_PER_BLOCK; position++)
        numbers[leastOf(blocks * GISTS_PER_BLOCK + position)] = NEVER
    }
  }

  return {
    set(slot, gist, least) {
      makeRoom(Math.floor(slot / GISTS_PER_BLOCK) + 1)
      bytes.set(gist, blockOf(slot) + (slot % GISTS_PER_BLOCK) * GIST_LENGTH)
      numbers[leastOf(slot)] = least
    },
    clear(slot) {
      numbers[leastOf(slot)] = NEVER
    },
    setLeast(slot, least) {
      numbers[leastOf(slot)] = least
    },
    scan(gist, visit) {
      new Int16Array(memory.buffer).set(gist, 0)
      for (let from = 0; from < blocks; from += BLOCKS_AT_ONCE) {
        const count = Math.min(BLOCKS_AT_ONCE, blocks - from)
        const end = exports.scan(FIRST_BLOCK + from * BLOCK_BYTES, count, from * GISTS_PER_BLOCK) / 4
        for (let at = ANSWERS / 4; at < end; at += 2) visit(numbers[at] ?? 0, numbers[at + 1] ?? 0)
      }
    },
  }
}

function blockOf(slot: number): number {
  return FIRST_BLOCK + Math.floor(slot / GISTS_PER_BLOCK) * BLOCK_BYTES
}

/** The index of a slot's least product, in numbers of four bytes. */
function leastOf(slot: number): number {
  return (blockOf(slot) + LEASTS) / 4 + (slot % GISTS_PER_BLOCK)
}
