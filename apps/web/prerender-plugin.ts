import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type Plugin, type Rolldown } from 'vite'
import { sources } from './sites.ts'

const placeholder = '<!--shell-->'
const takenOverBy = /\/login-document\.tsx$/

/**
 * Writes the sign-in page into its document at build time, and links all its styles there, so that it is seen before
 * its scripts are even asked for. `base` is where the styles lie; `plugins` resolve what its modules import. A style
 * attribute stops the build: the page's policy would refuse it.
 */
export function prerenderedLogin(base: string, plugins: Plugin[]): Plugin {
  return {
    name: 'moqi:prerendered-login',
    apply: 'build',
    async writeBundle({ dir = 'dist' }, bundle) {
      const file = join(dir, 'home/login.html')
      const document = await readFile(file, 'utf8')
      const shell = await shellOf(join(dir, '.shell'), base, plugins)
      if (!document.includes(placeholder)) this.error(`login.html has no ${placeholder}`)
      if (/<[^>]* style=/.test(shell)) this.error('the sign-in page has a style attribute')
      const links = stylesOf(bundle)
        .filter((name) => !document.includes(name))
        .map((name) => `  <link rel="stylesheet" crossorigin href="${base}${name}">\n  `)
      const bare = document.replace('</head>', () => `${links.join('')}</head>`)
      await writeFile(
        file,
        bare.replace(placeholder, () => shell),
      )
      // Who forgot the password sees another page of the same document.
      await writeFile(join(dir, 'home/forgot.html'), bare.replace(placeholder, ''))
    },
  }
}

/** The page's styles, those of what it builds on first. */
function stylesOf(bundle: Rolldown.OutputBundle): string[] {
  const seen = new Set<string>()
  const visit = (name: string): string[] => {
    const part = bundle[name]
    if (part?.type !== 'chunk' || seen.has(name)) return []
    seen.add(name)
    return [...part.imports.flatMap(visit), ...(part.viteMetadata?.importedCss ?? [])]
  }
  const page = Object.values(bundle).find(
    (part) => part.type === 'chunk' && takenOverBy.test(part.facadeModuleId ?? ''),
  )
  return page ? visit(page.fileName) : []
}

async function shellOf(outDir: string, base: string, plugins: Plugin[]): Promise<string> {
  try {
    await build({
      configFile: false,
      base,
      logLevel: 'warn',
      plugins: [...plugins, react()],
      ssr: { noExternal: [/^@moqi\//] },
      build: { ssr: join(sources, 'home/login-shell.tsx'), outDir, assetsInlineLimit: 0, copyPublicDir: false },
    })
    const made: unknown = await import(pathToFileURL(join(outDir, 'login-shell.js')).href)
    if (typeof made === 'object' && made && 'shell' in made && typeof made.shell === 'string') return made.shell
    throw new Error('login-shell.tsx exports no shell')
  } finally {
    await rm(outDir, { recursive: true, force: true })
  }
}
