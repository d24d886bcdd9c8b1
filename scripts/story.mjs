import { join } from 'node:path'
import { runChild } from './child-process.mjs'
import { ensureDependencies, node26, root } from './dependencies.mjs'
import { ensureWebApp } from './web-build.mjs'

const names = process.argv.slice(2)
if (names.length === 0) {
  console.error('用法：npm run story -- 名称…（e2e/ 中的文件名，不带 .story.ts）')
  process.exit(2)
}
await ensureDependencies()
const built = await ensureWebApp()
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
const files = names.map((name) => `e2e/${name}.story.ts`)
process.exit(built || (await runChild(node26, [vitest, 'run', '--project', 'e2e', ...files], { cwd: root })))
