import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const barrel = createRequire(import.meta.url)
  .resolve('lucide-react')
  .replace(/cjs.*$/, 'esm/lucide-react.mjs')
const imported = /import \{([^}]*)\} from 'lucide-react'/g
const icons = join(dirname(barrel), 'icons')
const ownMaker = join(import.meta.dirname, 'src/ui/lucide-icon.ts')
const copy = '\0moqi:icon/'

/**
 * Gives each module that shows an icon a copy of its own: a drawing is shorter than the headers of a file that several
 * could share, and the development server reads a few icons, not two thousand. An icon is made by our own few lines,
 * and loses the names and keys that these do not need.
 */
export function iconImports(): Plugin {
  const files = new Map<string, string>()
  const named = /\{([^}]*)\} from '\.\/icons\/(.*)\.mjs'/g
  for (const [, names = '', file = ''] of readFileSync(barrel, 'utf8').matchAll(named))
    for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) files.set(name, file)
  return {
    name: 'moqi:icon-imports',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith(copy.slice(1)) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(copy)) return null
      const [file = ''] = id.slice(copy.length).split('/')
      return readFileSync(join(icons, `${file}.mjs`), 'utf8')
        .replace(/,\s*key: "\w+"/g, '')
        .replace(/\bname: "[\w-]+",|\baliases: \[[^\]]*\],/g, '')
        .replace(
          /^import createLucideIcon from .*$/m,
          `import { createIcon as createLucideIcon } from ${JSON.stringify(ownMaker)}`,
        )
    },
    transform(code, id) {
      if (id.includes('/node_modules/') || !code.includes(`from 'lucide-react'`)) return null
      const importer = createHash('sha256').update(id).digest('hex').slice(0, 8)
      const one = (wanted: string) => {
        const [name = '', local = name] = wanted.split(' as ')
        const file = files.get(name)
        if (file === undefined) this.error(`lucide-react has no icon ${name}, asked for by ${id}`)
        return `import ${local} from ${JSON.stringify(`${copy.slice(1)}${file}/${importer}`)}`
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
