import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { z } from 'zod'

const root = join(import.meta.dirname, '../..')
const Manifest = z.object({ name: z.string(), exports: z.record(z.string(), z.string()).default({}) })

/** A workspace: its folder from the root, and the faces it shows to others, as its `exports` say. */
export type Workspace = { folder: string; faces: Record<string, string> }

/** Every workspace by its name. */
export function readWorkspaces(): Map<string, Workspace> {
  const folders = ['packages', 'apps'].flatMap((parent) =>
    readdirSync(join(root, parent)).map((name) => `${parent}/${name}`),
  )
  return new Map(
    folders.map((folder) => {
      const manifest = Manifest.parse(JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')))
      return [manifest.name, { folder, faces: manifest.exports }]
    }),
  )
}

const isModule = /\.(?:[cm]?[jt]s|tsx)$/

/** Where an import leads: a file of ours by its path from the root, a package that is not ours, or nowhere. */
export type End = { file: string } | { foreign: string } | { nowhere: string }

/** Where an import leads. Another workspace is reached by its name and the faces it shows only. */
export function resolveImport(from: string, specifier: string, workspaces: ReadonlyMap<string, Workspace>): End {
  const [path = ''] = specifier.split('?')
  const own = [...workspaces.values()].find(({ folder }) => from.startsWith(`${folder}/`))
  if (path.startsWith('.')) {
    const file = posix.normalize(posix.join(dirname(from), path))
    if (!own || !isModule.test(file) || file.startsWith(`${own.folder}/`)) return { file }
    return { nowhere: `${specifier} leaves the package; others are imported by their name` }
  }
  if (path.startsWith('#src/')) return { file: posix.join(own?.folder ?? '', path.slice(1)) }
  const name = packageOf(path)
  const workspace = workspaces.get(name)
  if (!workspace) return { foreign: name }
  const face = faceOf(workspace, `.${path.slice(name.length)}`)
  return face ? { file: posix.join(workspace.folder, face) } : { nowhere: `${specifier} is no face of its package` }
}

/** `@scope/name` or `name` of an import of a package. */
function packageOf(path: string): string {
  return path
    .split('/')
    .slice(0, path.startsWith('@') ? 2 : 1)
    .join('/')
}

function faceOf({ faces }: Workspace, asked: string): string | null {
  for (const [face, file] of Object.entries(faces)) {
    if (face === asked) return file
    const [before, after] = face.split('*')
    if (before === undefined || after === undefined || !asked.startsWith(before) || !asked.endsWith(after)) continue
    return file.replace('*', asked.slice(before.length, asked.length - after.length))
  }
  return null
}
