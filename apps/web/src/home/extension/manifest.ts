/** What an extension consists of: files in the order they are loaded in, as addresses with their SHA-384. */
export type Manifest = { name: string; scripts: ManifestFile[]; styles: ManifestFile[] }
/** One of its files. */
export type ManifestFile = { name: string; address: string; integrity: string }

/** Why an extension cannot be opened; `file` is the one at fault. */
export type ExtensionFault = {
  kind: 'missing' | 'manifest' | 'origin' | 'load' | 'timeout' | 'integrity' | 'crash'
  file?: string
}

/** Thrown where an extension cannot be opened. */
export class ExtensionFailed extends Error {
  override name = 'ExtensionFailed'
  readonly fault: ExtensionFault
  constructor(fault: ExtensionFault, options?: ErrorOptions) {
    super(`${fault.kind} ${fault.file ?? ''}`, options)
    this.fault = fault
  }
}

/**
 * Reads a manifest (docs/extensions.md): every entry point is among the scripts, every file lies at this page's own
 * origin and has a hash. Throws `ExtensionFailed` for any other.
 */
export function readManifest(text: string, origin: string): Manifest {
  const { name, entrypoints, publicPath, assets, integrity } = fieldsOf(parsed(text))
  if (typeof name !== 'string' || typeof publicPath !== 'string') throw new ExtensionFailed({ kind: 'manifest' })
  const hashes = fieldsOf(integrity)
  const files = (names: unknown) => textsOf(names).map((file) => fileOf(file, { publicPath, origin, hashes }))
  const { js, css } = fieldsOf(assets)
  const [scripts, styles] = [files(js), files(css)]
  const entries = textsOf(entrypoints)
  if (entries.length === 0 || !entries.every((entry) => scripts.some((one) => one.name === entry)))
    throw new ExtensionFailed({ kind: 'manifest' })
  return { name, scripts, styles }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ExtensionFailed({ kind: 'manifest' }, { cause })
  }
}

type Within = { publicPath: string; origin: string; hashes: Record<string, unknown> }

function fileOf(file: string, { publicPath, origin, hashes }: Within): ManifestFile {
  const address = new URL(file, new URL(publicPath, origin))
  // The origin of a blob or of a page's own data says nothing of who made it.
  if (!address.href.startsWith(`${origin}/`)) throw new ExtensionFailed({ kind: 'origin', file })
  const integrity = Object.hasOwn(hashes, file) ? hashes[file] : undefined
  if (typeof integrity !== 'string' || !/^sha384-[A-Za-z0-9+/]{64}$/.test(integrity))
    throw new ExtensionFailed({ kind: 'manifest', file })
  return { name: file, address: address.href, integrity }
}

function fieldsOf(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw new ExtensionFailed({ kind: 'manifest' })
  return { ...value }
}

function textsOf(value: unknown): string[] {
  if (!Array.isArray(value)) throw new ExtensionFailed({ kind: 'manifest' })
  return value.map((one: unknown) => {
    if (typeof one !== 'string') throw new ExtensionFailed({ kind: 'manifest' })
    return one
  })
}
