import type { Plugin } from 'vite'
import { documents, sites } from './sites.ts'

const siteOf = (path: string) => sites.find((site) => path === `/${site}` || path.startsWith(`/${site}/`))

/** In development every address of a site answers its document, as the server has it; `base` is the build's. */
export function siteDocuments(base: string): Plugin {
  return {
    name: 'moqi:site-documents',
    configureServer({ middlewares }) {
      middlewares.use((request, _response, next) => {
        const { pathname: path, search } = new URL(request.url ?? '', 'http://localhost')
        const site = siteOf(path)
        if (site && request.headers.accept?.includes('text/html')) {
          const own = `${path.slice(1).replace(/\/$/, '')}.html`
          const document = documents.includes(own) ? own : `${site}/index.html`
          request.url = `${base}${document}${search}`
        }
        next()
      })
    },
  }
}
