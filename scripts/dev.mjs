import { join } from 'node:path'
import { runChild } from './child-process.mjs'
import { ensureDependencies, node26, root } from './dependencies.mjs'
import { ensureWebApp } from './web-build.mjs'

/** The vite server's port; it passes calls on to the server's own. */
const webPort = process.env.MOQI_DEV_PORT ?? '5173'

await ensureDependencies()
// The server answers /home/ from a build; the page under work comes from vite.
const built = await ensureWebApp()
if (built !== 0) process.exit(built)
const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
const server = runChild(node26, ['--watch-path=apps/server/src', '--watch-path=packages', 'apps/server/src/main.ts'], {
  cwd: root,
  service: true,
})
const web = runChild(node26, [vite, '--port', webPort, '--strictPort', '--clearScreen', 'false'], {
  cwd: join(root, 'apps', 'web'),
})
// Whichever ends first ends the other.
process.exit(await Promise.race([server, web]))
