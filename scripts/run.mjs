import { join } from 'node:path'
import { runChild } from './child-process.mjs'
import { ensureDependencies, node26, root } from './dependencies.mjs'
import { inOnePiece } from './one-piece.mjs'

const words = process.argv.slice(2)
const isAtOnce = words[0] === '--at-once'
const [file, ...args] = isAtOnce ? words.slice(1) : words
if (!file) {
  console.error('用法：node scripts/run.mjs [--at-once] FILE.ts [参数…]')
  process.exit(2)
}
await ensureDependencies()
const program = isAtOnce ? await inOnePiece(join(root, file)) : join(root, file)
// File names on the command line are relative to where it was typed, which npm keeps in INIT_CWD.
const cwd = process.env.INIT_CWD ?? process.cwd()
// What was compiled once is not compiled again: a command starts in half the time.
const env = { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'), ...process.env }
process.exit(await runChild(node26, [program, ...args], { cwd, env }))
