import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { OTHERS } from '../closed-folder.ts'

type Options = Parameters<NodeFS['init']>[1]
type Module = Parameters<NonNullable<Options['preRun']>[number]>[0]

interface Attributes {
  mode?: number | undefined
}

/** The parts of Emscripten's file system on Node's that set a file's mode. They use no `this`. */
interface ModeSetters {
  node_ops: {
    mknod: (parent: unknown, name: string, mode: number, device: number) => unknown
    setattr: (node: unknown, attributes: Attributes) => void
  }
  stream_ops: { setattr: (stream: unknown, attributes: Attributes) => void }
}

/**
 * A database's folder whose files are all made for their owner alone. The engine asks for 0666 and 0755 and sets that
 * again after making a file, so the umask does not help.
 */
export class ClosedFiles extends NodeFS {
  override async init(engine: PGlite, options: Options): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(engine, options)
    const preRun = [...(emscriptenOpts.preRun ?? []), closeWhatIsMade]
    return { emscriptenOpts: { ...emscriptenOpts, preRun } }
  }
}

function closeWhatIsMade({ FS }: Module): void {
  // Emscripten's types do not name the built-in file systems, nor their parts.
  const { NODEFS } = (FS as unknown as { filesystems: { NODEFS: ModeSetters } }).filesystems
  const { mknod, setattr } = NODEFS.node_ops
  const setStreamAttributes = NODEFS.stream_ops.setattr
  NODEFS.node_ops.mknod = (parent, name, mode, device) => mknod(parent, name, closed(mode), device)
  NODEFS.node_ops.setattr = (node, attributes) => setattr(node, withClosedMode(attributes))
  NODEFS.stream_ops.setattr = (stream, attributes) => setStreamAttributes(stream, withClosedMode(attributes))
}

function withClosedMode(attributes: Attributes): Attributes {
  return attributes.mode === undefined ? attributes : { ...attributes, mode: closed(attributes.mode) }
}

function closed(mode: number): number {
  return mode & ~OTHERS
}
