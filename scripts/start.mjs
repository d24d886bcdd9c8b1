import { runChild } from './child-process.mjs'
import { ensureDependencies, node26, root } from './dependencies.mjs'
import { ensureWebApp } from './web-build.mjs'

await ensureDependencies()
const built = await ensureWebApp()
if (built !== 0) process.exit(built)
process.exit(await runChild(node26, ['apps/server/src/main.ts', '--with-application'], { cwd: root, service: true }))
