import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import { rolldown } from 'rolldown'
import { root } from './dependencies.mjs'

/** `node make-program.mjs SOURCE.ts FOLDER`: puts a program together in FOLDER, and the names of what it is made of. */
const [source, folder] = process.argv.slice(2)
const inWorkspace = /^[./]|^@moqi\//
// Those of which nothing but a value remains are in no list of the result.
const modules = new Set()
const bundle = await rolldown({
  input: source,
  platform: 'node',
  // Other packages are found from there as well, and some bring files of their own.
  external: (name) => !inWorkspace.test(name),
  logLevel: 'silent',
  plugins: [{ name: 'moqi:modules', transform: (_code, id) => void modules.add(id) }],
})
await bundle.write({ dir: folder, format: 'esm', entryFileNames: '[name].mjs' })
const files = [...modules].filter(isAbsolute)
const workspaces = new Set(files.map(workspaceOf).filter((path) => path !== null))
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'files.json'), JSON.stringify([...files, ...workspaces]))

/** The package.json whose `exports` say where a module lies. */
function workspaceOf(module) {
  const [, path] = /^(.*\/(?:packages|apps)\/[^/]+)\/src\//.exec(dirname(module) + '/') ?? []
  return path && path.startsWith(root) ? join(path, 'package.json') : null
}
