import { once } from 'node:events'
import { readdirSync, watch } from 'node:fs'
import { join } from 'node:path'
import { runChild } from './child-process.mjs'
import { ensureDependencies, node26, root } from './dependencies.mjs'
import { ensureWebApp } from './web-build.mjs'

/** The vite server's port; it passes calls on to the server's own. */
const webPort = process.env.MOQI_DEV_PORT ?? '5173'
const settleMs = 200

await ensureDependencies()
// The server answers /home/ from a build; the page under work comes from vite.
const built = await ensureWebApp()
if (built !== 0) process.exit(built)
// Whichever ends first ends the other.
process.exit(await Promise.race([serve(), servePages()]))

/** Runs the server, again after every change of its sources; resolves with its exit code when it ends well. */
async function serve() {
  const packages = readdirSync(join(root, 'packages')).map((name) => `packages/${name}/src`)
  const sources = ['apps/server/src', ...packages]
  for (;;) {
    const change = new AbortController()
    const watchers = sources.map((folder) => watch(join(root, folder), { recursive: true }, () => settle(change)))
    const code = await runChild(node26, ['apps/server/src/main.ts'], { cwd: root, service: true, until: change.signal })
    if (code !== 0 && !change.signal.aborted) {
      console.log('服务已退出，保存修改后重新启动')
      await once(change.signal, 'abort')
    }
    for (const watcher of watchers) watcher.close()
    if (!change.signal.aborted) return code
  }
}

/** Several files saved together are one change. */
function settle(change) {
  setTimeout(() => change.abort(), settleMs)
}

function servePages() {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const mortal = 'data:text/javascript,process.once("disconnect",()=>process.exit())'
  const options = ['--port', webPort, '--strictPort', '--clearScreen', 'false']
  return runChild(node26, ['--import', mortal, vite, ...options], { cwd: join(root, 'apps', 'web'), service: true })
}
