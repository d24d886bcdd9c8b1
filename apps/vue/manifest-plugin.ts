import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

type Options = { name: string; before: readonly { name: string; path: string }[] }

/**
 * Writes `manifest.json` beside an extension's files (docs/extensions.md): its scripts in the order they are loaded
 * in, those that it stands on first, its styles, and the hash of each: a page runs what was built and nothing else.
 */
export function extensionManifest({ name, before }: Options): Plugin {
  let publicPath = '/'
  return {
    name: 'moqi:extension-manifest',
    apply: 'build',
    configResolved({ base }) {
      publicPath = base
    },
    // Behind whoever writes the styles.
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const files = Object.values(bundle).map((file) => ({
          fileName: file.fileName,
          source: file.type === 'chunk' ? file.code : file.source,
          isEntry: file.type === 'chunk' && file.isEntry,
        }))
        const below = before.map(({ name: part, path }) => {
          const source = readFileSync(path)
          const fileName = `assets/${part}-${digest('sha256', source, 'hex').slice(0, 8)}.js`
          this.emitFile({ type: 'asset', fileName, source })
          return { fileName, source, isEntry: false }
        })
        const entrypoints = files.filter(({ isEntry }) => isEntry)
        const styles = files.filter(({ fileName }) => fileName.endsWith('.css'))
        const named = [...below, ...entrypoints, ...styles]
        const manifest = {
          name,
          entrypoints: entrypoints.map(({ fileName }) => fileName),
          publicPath,
          assets: {
            js: [...below, ...entrypoints].map(({ fileName }) => fileName),
            css: styles.map(({ fileName }) => fileName),
          },
          integrity: Object.fromEntries(
            named.map(({ fileName, source }) => [fileName, `sha384-${digest('sha384', source, 'base64')}`]),
          ),
        }
        this.emitFile({ type: 'asset', fileName: 'manifest.json', source: `${JSON.stringify(manifest, null, 2)}\n` })
      },
    },
  }
}

const digest = (algorithm: string, source: string | Uint8Array, encoding: 'hex' | 'base64') =>
  createHash(algorithm).update(source).digest(encoding)
