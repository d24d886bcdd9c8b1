import { ExtensionFailed, type Manifest, type ManifestFile, readManifest } from './manifest.ts'

/** How long one file of an extension may take, ms (spec §2). */
const longestMs = 120_000

/** What the page gives an extension (docs/extensions.md). */
export type ExtensionHost = {
  client: { post: (path: string, input: Record<string, unknown>) => Promise<unknown> }
  space: { tenantId: string; name: string; type: 'person' | 'company' }
  path: string
  navigate: (to: string) => void
  fail: (error: unknown) => void
}
/** What it shows itself by. */
export type Extension = {
  mount: (container: HTMLElement, host: ExtensionHost) => void
  unmount: (container: HTMLElement) => void
}
/** An extension whose files are there; `clear` takes its styles away again. */
export type LoadedExtension = { extension: Extension; clear: () => void }

/** Reads the manifest of this site. Throws `ExtensionFailed`. */
export async function askManifest(): Promise<Manifest> {
  const file = 'manifest.json'
  const answer = await bytesAt(`/vue/${file}`).catch((cause: unknown) => {
    throw new ExtensionFailed({ kind: 'load', file }, { cause })
  })
  if (answer.status === 404) throw new ExtensionFailed({ kind: 'missing' })
  if (answer.status !== 200) throw new ExtensionFailed({ kind: 'load', file })
  return readManifest(new TextDecoder().decode(answer.bytes), location.origin)
}

async function bytesAt(address: string): Promise<{ status: number; bytes: ArrayBuffer }> {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), longestMs)
  try {
    const answer = await fetch(address, { signal: limit.signal })
    return { status: answer.status, bytes: await answer.arrayBuffer() }
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Loads what a manifest names, one file after the other, the browser comparing each with its hash; `told` hears which
 * one it is at. Throws `ExtensionFailed`.
 */
export async function loadExtension(
  { scripts, styles }: Manifest,
  told: (at: number, of: number) => void,
): Promise<LoadedExtension> {
  const links: HTMLElement[] = []
  const clear = () => {
    for (const link of links) link.remove()
  }
  const all = [...styles, ...scripts]
  try {
    for (const [index, file] of all.entries()) {
      told(index + 1, all.length)
      links.push(await loaded(styles.includes(file) ? styleOf(file) : scriptOf(file), file))
    }
    const extension: unknown = Reflect.get(globalThis, 'moqiExtension')
    if (!isExtension(extension)) throw new ExtensionFailed({ kind: 'crash', file: all.at(-1)?.name ?? '' })
    return { extension, clear }
  } catch (error) {
    clear()
    throw error
  }
}

const isExtension = (value: unknown): value is Extension =>
  typeof value === 'object' &&
  value !== null &&
  typeof Reflect.get(value, 'mount') === 'function' &&
  typeof Reflect.get(value, 'unmount') === 'function'

function scriptOf({ address, integrity }: ManifestFile): HTMLScriptElement {
  const script = document.createElement('script')
  Object.assign(script, { src: address, integrity, crossOrigin: 'anonymous', async: false })
  return script
}

function styleOf({ address, integrity }: ManifestFile): HTMLLinkElement {
  const link = document.createElement('link')
  Object.assign(link, { rel: 'stylesheet', href: address, integrity, crossOrigin: 'anonymous' })
  return link
}

/** Puts the element into the head and waits for its file. */
function loaded(element: HTMLElement, file: ManifestFile): Promise<HTMLElement> {
  return new Promise((resolve, reject) => {
    const give = (kind: 'timeout' | 'load' | 'integrity') => {
      element.remove()
      reject(new ExtensionFailed({ kind, file: file.name }))
    }
    const timer = setTimeout(() => give('timeout'), longestMs)
    element.addEventListener('load', () => {
      clearTimeout(timer)
      resolve(element)
    })
    element.addEventListener('error', () => {
      clearTimeout(timer)
      // A browser does not say why: whether the bytes are others is looked at once more.
      void differs(file).then((isOther) => give(isOther ? 'integrity' : 'load'))
    })
    document.head.append(element)
  })
}

/** Whether the file can be had and is not what the manifest says. */
async function differs({ address, integrity }: ManifestFile): Promise<boolean> {
  try {
    const { status, bytes } = await bytesAt(address)
    if (status !== 200) return false
    // Missing where the page is not served over TLS: what came and was refused was another file.
    if (!('subtle' in crypto)) return true
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-384', bytes))
    return `sha384-${btoa(String.fromCodePoint(...digest))}` !== integrity
  } catch {
    return false
  }
}
