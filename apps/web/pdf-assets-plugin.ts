import { createReadStream, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const source = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
const wanted = /^(cmaps\/.*\.bcmap|standard_fonts\/.*\.(pfb|ttf)|wasm\/.*_nowasm_fallback\.js)$/
const names = ['cmaps', 'standard_fonts', 'wasm']
  .flatMap((folder) => readdirSync(join(source, folder)).map((file) => `${folder}/${file}`))
  .filter((name) => wanted.test(name))

/** Serves pdf.js's CMaps, standard fonts and image decoders under `<base>pdf/`, from our own origin. */
export function pdfAssets(): Plugin {
  let base = '/'
  return {
    name: 'pdf-assets',
    configResolved(config) {
      base = config.base
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const name = request.url?.startsWith(`${base}pdf/`) ? request.url.slice(`${base}pdf/`.length) : ''
        if (!names.includes(name)) return next()
        response.setHeader('Content-Type', name.endsWith('.js') ? 'text/javascript' : 'application/octet-stream')
        createReadStream(join(source, name)).pipe(response)
      })
    },
    generateBundle() {
      for (const name of names)
        this.emitFile({ type: 'asset', fileName: `pdf/${name}`, source: readFileSync(join(source, name)) })
    },
  }
}
