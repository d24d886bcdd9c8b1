import type { Plugin } from 'vite'
import { documents, entries } from './entries.ts'

const entryOf = (path: string) => entries.find((entry) => path === `/${entry}` || path.startsWith(`/${entry}/`))

/** In development every address of an entry answers its document, as the server has it; `base` is the build's. */
export function entryDocuments(base: string): Plugin {
  return {
    name: 'moqi:entry-documents',
    configureServer({ middlewares }) {
      middlewares.use((request, _response, next) => {
        const [path = '', query] = request.url?.split('?', 2) ?? []
        const entry = entryOf(path)
        if (entry && request.headers.accept?.includes('text/html')) {
          const own = `${path.slice(1).replace(/\/$/, '')}.html`
          const document = documents.includes(own) ? own : `${entry}/index.html`
          request.url = `${base}${document}${query === undefined ? '' : `?${query}`}`
        }
        next()
      })
    },
  }
}
