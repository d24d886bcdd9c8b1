import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const barrel = createRequire(import.meta.url)
  .resolve('lucide-react')
  .replace(/cjs.*$/, 'esm/lucide-react.mjs')
const imported = /import \{([^}]*)\} from 'lucide-react'/g
const drawing = /\/lucide-react\/dist\/esm\/icons\/[^/]+\.mjs$/
const maker = '\0moqi:create-icon'
const ownMaker = join(import.meta.dirname, 'src/ui/lucide-icon.ts')

/**
 * Has each icon imported from its own module, not from the one that names all: what a page builds on is then told by
 * its imports alone (see chunk-groups.ts), and the development server reads a few icons, not two thousand. An icon is
 * made by our own few lines, and loses the names and keys that these do not need.
 */
export function iconImports(): Plugin {
  const files = new Map<string, string>()
  const named = /\{([^}]*)\} from '\.\/icons\/(.*)\.mjs'/g
  for (const [, names = '', file = ''] of readFileSync(barrel, 'utf8').matchAll(named))
    for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) files.set(name, file)
  return {
    name: 'moqi:icon-imports',
    enforce: 'pre',
    resolveId: (id, importer) => (id === '../createLucideIcon.mjs' && drawing.test(importer ?? '') ? maker : null),
    load: (id) => (id === maker ? `export { createIcon as default } from ${JSON.stringify(ownMaker)}` : null),
    transform(code, id) {
      if (drawing.test(id)) {
        const bare = code.replace(/,\s*key: "\w+"/g, '').replace(/\bname: "[\w-]+",|\baliases: \[[^\]]*\],/g, '')
        return { code: bare, map: null }
      }
      if (id.includes('/node_modules/') || !code.includes(`from 'lucide-react'`)) return null
      const one = (wanted: string) => {
        const [name = '', local = name] = wanted.split(' as ')
        const file = files.get(name)
        if (file === undefined) this.error(`lucide-react has no icon ${name}, asked for by ${id}`)
        return `import ${local} from 'lucide-react/icons/${file}'`
      }
      const all = (_: string, names: string) =>
        names
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== '' && !name.startsWith('type '))
          .map(one)
          .join(';')
      return { code: code.replace(imported, all), map: null }
    },
  }
}
