import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type Plugin, type Rolldown } from 'vite'
import type { Edition } from './english/editions.ts'
import { documents as written, sources } from './sites.ts'

/** A document that the build completes: where it is written, from which it is made, and what it shows first. */
type Prerendered = { path: string; from: string; title?: string; words?: string; modules: readonly string[] }

const application = 'home/application.tsx'
const frame = 'kit/frame/page-frame.tsx'

/** What people open first, with the modules that show it; `words` stand there until they have come. */
const documents: readonly Prerendered[] = [
  { path: 'home/index', from: 'home/index', modules: [application] },
  // The address of the index for somebody who is signed in.
  { path: 'home/start', from: 'home/index', modules: [application, frame, 'home/start/start-page.tsx'] },
  {
    path: 'home/space/contract-list',
    from: 'home/index',
    modules: [application, frame, 'home/contract-list/contract-list-page.tsx'],
  },
  {
    path: 'home/temp-info',
    from: 'home/index',
    modules: [application, frame, 'home/contract-detail/temp-info-page.tsx'],
  },
  { path: 'home/loading', from: 'home/index', modules: [application, 'home/loading/loading-page.tsx'] },
  { path: 'home/signing', from: 'home/index', modules: [application, 'home/signing/signing-page.tsx'] },
  { path: 'home/open-sign', from: 'home/open-sign', modules: ['home/open-sign-document.tsx'] },
  ...['home/open/seal/handwrite', 'home/open/seal/handwriteSuccess'].map((path) => ({
    path,
    from: 'home/handwrite',
    modules: ['home/handwrite-document.tsx'],
  })),
  ...['home/face', 'home/face/trial', 'home/open/personAuth/authSuccess', 'home/open/personAuth/authFailed'].map(
    (path) => ({ path, from: 'home/face-phone', modules: ['home/face-document.tsx'] }),
  ),
  {
    path: 'home/file-check',
    from: 'home/index',
    title: '验证文件',
    words: '正在打开验证文件 …',
    modules: [application, 'home/file-check/file-check-page.tsx'],
  },
  {
    path: 'home/register-type',
    from: 'home/index',
    title: '注册',
    words: '正在打开注册 …',
    modules: [application, 'home/register/register-type-page.tsx'],
  },
  {
    path: 'home/register',
    from: 'home/index',
    title: '注册',
    words: '正在打开注册 …',
    modules: [application, 'home/register/register-page.tsx'],
  },
]

/** The modules that show those documents, by their ids. */
export const firstModules: readonly string[] = documents.flatMap(({ modules }) =>
  modules.map((module) => join(sources, module)),
)

type Shells = { login: string; waiting: (words: string) => string; style: string }

/**
 * Writes at build time into the documents that people open first what is seen first, so that it is there before a
 * script is even asked for, and names the files that show the rest, so that they are asked for at once. The sign-in
 * page stands in its document as it is; the others say what one waits for. `base` is where the files lie; `plugins`
 * resolve what the modules import. Each edition has all documents of its own. A style attribute stops the build: the
 * page's policy would refuse it.
 */
export function prerendered(base: string, plugins: Plugin[], editions: readonly Edition[]): Plugin {
  return {
    name: 'moqi:prerendered',
    apply: 'build',
    async writeBundle({ dir = 'dist' }, bundle) {
      const shells = await shellsOf(join(dir, '.shell'), base, plugins, editions)
      const read = async (path: string) => [path, await readFile(join(dir, `${path}.html`), 'utf8')] as const
      const sent = new Map(await Promise.all(written.map((file) => read(file.slice(0, -'.html'.length)))))
      for (const [at, edition] of editions.entries()) {
        const made = completed(sent, (modules) => filesOf(bundle, modules), base, shells[at] ?? this.error('no shells'))
        for (const [path, html] of made) {
          if (/<[^>]* style=/.test(html)) this.error(`${path} has a style attribute`)
          const file = join(dir, edition.documents, `${path}.html`)
          await mkdir(dirname(file), { recursive: true })
          await writeFile(file, edition.document(html))
        }
      }
    },
  }
}

/** All documents, completed, by their paths: those that are sent as they are, and those made from them. */
function completed(
  sent: ReadonlyMap<string, string>,
  files: (modules: readonly string[]) => Files,
  base: string,
  shells: Shells,
): ReadonlyMap<string, string> {
  const made = new Map(sent)
  for (const { path, from, title, words, modules } of documents) {
    const html = sent.get(from) ?? ''
    const said = words === undefined ? html : html.replace(/<!--waiting:.*?-->/, `<!--waiting:${words}-->`)
    const named = title === undefined ? said : said.replace('<title>', `<title>${title} · `)
    made.set(path, withWaiting(withFiles(named, files(modules), base), shells))
  }
  const login = withFiles(sent.get('home/login') ?? '', { ...files(['home/login-document.tsx']), js: [] }, base)
  made.set(
    'home/login',
    login.replace('<!--shell-->', () => shells.login),
  )
  // Who forgot the password sees another page of the same document.
  return made.set('home/forgot', login.replace('<!--shell-->', ''))
}

type Files = { js: readonly string[]; css: readonly string[] }

/** The files of these modules and of all that they import, what others build on first. */
function filesOf(bundle: Rolldown.OutputBundle, modules: readonly string[]): Files {
  const chunks = Object.values(bundle).filter((part) => part.type === 'chunk')
  const seen = new Map<string, readonly string[]>()
  const visit = (name: string) => {
    const part = bundle[name]
    if (part?.type !== 'chunk' || seen.has(name)) return
    seen.set(name, [])
    for (const imported of part.imports) visit(imported)
    seen.delete(name)
    seen.set(name, [...(part.viteMetadata?.importedCss ?? [])])
  }
  for (const module of modules) {
    const holding = chunks.find(({ moduleIds }) => moduleIds.includes(join(sources, module)))
    if (!holding) throw new Error(`no file of the build holds ${module}`)
    visit(holding.fileName)
  }
  return { js: [...seen.keys()], css: [...new Set([...seen.values()].flat())] }
}

/** The document with its files named: scripts to be fetched ahead, and its styles. */
function withFiles(html: string, { js, css }: Files, base: string): string {
  const missing = (names: readonly string[]) => names.filter((name) => !html.includes(name))
  const links = [
    ...missing(css).map((name) => `<link rel="stylesheet" crossorigin href="${base}${name}">`),
    ...missing(js).map((name) => `<link rel="modulepreload" crossorigin href="${base}${name}">`),
  ]
  return html.replace('</head>', () => `${links.map((link) => `  ${link}\n  `).join('')}</head>`)
}

const stylesheet = /\s*<link rel="stylesheet"[^>]*>/g

/** The document with what it waits for, drawn by a few rules of its own; styles behind it do not keep it from sight. */
function withWaiting(html: string, { waiting, style }: Shells): string {
  const styles = html.match(stylesheet) ?? []
  return html
    .replace(stylesheet, '')
    .replace('</head>', () => `  <style nonce="%CSP_NONCE%">${style}</style>\n  </head>`)
    .replace(/<!--waiting:(.*?)-->/, (_, words: string) => waiting(words))
    .replace('<noscript>', () => `${styles.map((link) => `${link.trim()}\n    `).join('')}<noscript>`)
}

/** The shells in each edition. */
async function shellsOf(
  outDir: string,
  base: string,
  plugins: Plugin[],
  editions: readonly Edition[],
): Promise<readonly Shells[]> {
  try {
    await build({
      configFile: false,
      base,
      logLevel: 'warn',
      plugins: [...plugins, react()],
      ssr: { noExternal: [/^@moqi\//] },
      build: { ssr: join(sources, 'home/shells.tsx'), outDir, assetsInlineLimit: 0, copyPublicDir: false },
    })
    const scripts = (await readdir(outDir, { recursive: true })).filter((name) => name.endsWith('.js'))
    const codes = await Promise.all(scripts.map((name) => readFile(join(outDir, name), 'utf8')))
    return await Promise.all(
      editions.map(async ({ words }, at) => {
        const folder = join(outDir, String(at))
        for (const [index, name] of scripts.entries()) {
          await mkdir(dirname(join(folder, name)), { recursive: true })
          await writeFile(join(folder, name), words(codes[index] ?? ''))
        }
        return shellsIn(await import(pathToFileURL(join(folder, 'shells.js')).href))
      }),
    )
  } finally {
    await rm(outDir, { recursive: true, force: true })
  }
}

function shellsIn(made: unknown): Shells {
  if (typeof made === 'object' && made && 'login' in made && 'waiting' in made && 'style' in made) {
    const { login, waiting, style } = made
    if (typeof login === 'string' && typeof waiting === 'function' && typeof style === 'string')
      return { login, waiting: (words) => String(waiting(words)), style: style.replace(/\s+/g, ' ').trim() }
  }
  throw new Error('shells.tsx exports something else')
}
