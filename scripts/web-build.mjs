import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { runChild } from './child-process.mjs'
import { node26, root } from './dependencies.mjs'

const web = join(root, 'apps', 'web')
const board = join(root, 'apps', 'vue')
const stamp = join(web, 'dist', '.stamp')
const sources = [web, board, join(root, 'packages', 'api', 'src'), join(root, 'packages', 'domain', 'src')]
const notSource = new Set(['dist', 'node_modules'])

/**
 * Builds the web app, and the extension that comes with it, unless the last build had the same sources and lock file;
 * resolves with vite's exit code.
 */
export async function ensureWebApp() {
  const wanted = contentHash()
  if (isBuilt(wanted)) return 0
  console.log('正在构建网页…')
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const build = (cwd) => runChild(node26, [vite, 'build', '--logLevel', 'warn'], { cwd })
  const code = (await build(board)) || (await build(web))
  if (code === 0) writeFileSync(stamp, wanted)
  return code
}

/** Whether the last build had the sources and the lock file of now. */
export function isBuilt(wanted = contentHash()) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted
}

function contentHash() {
  const hash = createHash('sha256')
  for (const file of [join(root, 'package-lock.json'), ...sources.flatMap(filesIn)]) {
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0')
  }
  return hash.digest('hex')
}

function filesIn(folder) {
  return readdirSync(folder)
    .filter((name) => !notSource.has(name) && !name.startsWith('.') && !name.endsWith('.tsbuildinfo'))
    .toSorted()
    .flatMap((name) => {
      const path = join(folder, name)
      return statSync(path).isDirectory() ? filesIn(path) : [path]
    })
}
