import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const folder = resolve(import.meta.dirname, '../../apps/web/src/home/router')

/** Every address of the route table, without /home; and the sign-in page, which is a document of its own. */
export function routePaths(): string[] {
  const tables = globSync(['routes.ts', '*-pages.ts'], { cwd: folder })
  const found = tables.flatMap((name) =>
    [...readFileSync(join(folder, name), 'utf8').matchAll(/\bpath: '([^']+)'/g)].map(([, path = '']) => path),
  )
  return ['/login', ...found].toSorted()
}
