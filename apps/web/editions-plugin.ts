import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import type { Edition } from './english/editions.ts'

/** Writes the scripts of the editions that are made out of the build, each edition's in its folder. */
export function scriptEditions(editions: readonly Edition[]): Plugin {
  return {
    name: 'moqi:script-editions',
    apply: 'build',
    writeBundle: {
      sequential: true,
      async handler({ dir = 'dist' }) {
        const folder = join(dir, 'assets')
        const scripts = (await readdir(folder)).filter((name) => name.endsWith('.js'))
        for (const edition of editions) {
          await mkdir(join(dir, edition.scripts), { recursive: true })
          for (const name of scripts) {
            const code = await readFile(join(folder, name), 'utf8')
            await writeFile(join(dir, edition.scripts, name), edition.script(code))
          }
          for (const [name, code] of edition.own) await writeFile(join(dir, edition.scripts, name), code)
        }
      },
    },
  }
}
