import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

const barrel = createRequire(import.meta.url)
  .resolve('lucide-react')
  .replace(/cjs.*$/, 'esm/lucide-react.mjs')
const imported = /import \{([^}]*)\} from 'lucide-react'/g

/**
 * Has each icon imported from its own module, not from the one that names all: what a page builds on is then told by
 * its imports alone (see chunk-groups.ts), and the development server reads a few icons, not two thousand.
 */
export function iconImports(): Plugin {
  const files = new Map<string, string>()
  for (const [, names = '', file = ''] of readFileSync(barrel, 'utf8').matchAll(
    /\{([^}]*)\} from '\.\/icons\/(.*)\.mjs'/g,
  ))
    for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) files.set(name, file)
  return {
    name: 'moqi:icon-imports',
    enforce: 'pre',
    transform(code, id) {
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
