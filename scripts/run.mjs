import { join } from 'node:path'
import { runChild } from './child-process.mjs'
import { ensureDependencies, node26, root } from './dependencies.mjs'

const [file, ...args] = process.argv.slice(2)
if (!file) {
  console.error('用法：node scripts/run.mjs FILE.ts [参数…]')
  process.exit(2)
}
await ensureDependencies()
// File names on the command line are relative to where it was typed, which npm keeps in INIT_CWD.
process.exit(await runChild(node26, [join(root, file), ...args], { cwd: process.env.INIT_CWD ?? process.cwd() }))
