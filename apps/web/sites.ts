import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Where the sites lie: each folder with an index.html is one, and is served under its name. */
export const sources = join(import.meta.dirname, 'src')

/** Every document of every site, below `sources`: home/index.html, home/login.html. */
export const documents: readonly string[] = readdirSync(sources, { withFileTypes: true })
  .filter((folder) => folder.isDirectory())
  .flatMap(({ name }) => readdirSync(join(sources, name)).map((file) => `${name}/${file}`))
  .filter((file) => file.endsWith('.html'))

/** The sites' names: home. */
export const sites: readonly string[] = documents
  .filter((file) => file.endsWith('/index.html'))
  .map((file) => file.slice(0, -'/index.html'.length))

/** The script of each document, as a path. */
export const documentScripts: readonly string[] = documents.flatMap((document) => {
  const html = readFileSync(join(sources, document), 'utf8')
  return [...html.matchAll(/<script type="module" src="(\.[^"]+)"/g)].map(([, script = '']) =>
    join(sources, dirname(document), script),
  )
})
