import { keepRunning } from './child-process.mjs'
import { ensureDependencies, node26, root } from './dependencies.mjs'
import { ensureWebApp } from './web-build.mjs'

await ensureDependencies()
const built = await ensureWebApp()
if (built !== 0) process.exit(built)
const server = ['apps/server/src/main.ts', '--with-application']
process.exit(await keepRunning(node26, server, { cwd: root, say: (line) => console.error(line) }))
