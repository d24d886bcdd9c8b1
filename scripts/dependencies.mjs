import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runChild } from './child-process.mjs'

/** The repository's folder. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** The Node that runs the product, whatever Node the machine has (docs/adr/0001). */
export const node26 = join(root, 'node_modules', 'node', 'bin', 'node')

/** Runs `npm ci` when node_modules is absent or differs from package-lock.json; ends the process when that fails. */
export async function ensureDependencies() {
  if (!installed()) {
    // Standard output belongs to the command that needs them.
    console.error('正在安装依赖（首次约一分钟）…')
    const code = await npm(['ci', '--no-fund', '--no-audit', '--loglevel=error'], { stdout: 2 })
    if (code !== 0) process.exit(code)
  }
  if (existsSync(node26)) return
  console.error('缺少 Node 26：npm 的安装脚本未执行。请运行 npm ci --ignore-scripts=false 后重试')
  process.exit(1)
}

/** Runs npm, the same one that runs us if there is one; resolves with its exit code. */
export function npm(args, { stdout = 'inherit' } = {}) {
  const own = process.env.npm_execpath
  return own?.endsWith('.js')
    ? runChild(process.execPath, [own, ...args], { cwd: root, stdout })
    : runChild('npm', args, { cwd: root, stdout })
}

/** Compares what npm noted of its last install with the lock file; times of change say nothing after a checkout. */
function installed() {
  const note = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(note)) return false
  const present = packagesOf(note)
  return Object.entries(packagesOf(join(root, 'package-lock.json'))).every(([path, wanted]) => {
    if (!path.startsWith('node_modules/') || wanted.optional) return true
    const found = present[path]
    if (found?.version !== wanted.version || found?.integrity !== wanted.integrity) return false
    return existsSync(join(root, path))
  })
}

const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages
