import { openServer } from '#src/open-server.ts'
import { readConfig } from '#src/platform/config.ts'
import { DataInUse } from '#src/platform/data-lock.ts'
import { OtherSuite } from '#src/platform/authority/embedded-keys.ts'
import { ensureWaitingApplication } from '#src/demo/waiting-application.ts'
import { announcement } from '#src/demo/announcement.ts'

const config = readConfig(process.env)
const server = await openServer(config).catch((error: unknown) => {
  console.error(error instanceof DataInUse || error instanceof OtherSuite ? error.message : error)
  process.exit(1)
})

let stopping = false
async function stop(code: number): Promise<void> {
  if (stopping) return
  stopping = true
  // Whatever hangs must not keep the process alive: everything acknowledged is committed.
  setTimeout(() => process.exit(code || 1), 10_000).unref()
  await server.close()
  process.exit(code)
}

// What nobody waited for has failed by itself; everybody else's work goes on.
process.on('unhandledRejection', (reason) => server.deps.log('a failure that nobody waited for', reason))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
// The process that started us is gone: nothing may be left running.
process.on('disconnect', () => void stop(0))
// It may have gone while the server was being opened, when nobody heard.
if (process.connected === false) void stop(0)
void server.lost.then((reason) => {
  if (!stopping) server.deps.log(reason, {}, 'error')
  return stop(1)
})

await server.app.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  return stop(1)
})
if (!stopping) process.stdout.write(announcement(config, server.app))
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
// Asked for by `npm start` alone: whatever else runs the server wants nothing in it.
if (config.demo && process.argv.includes('--with-application')) {
  await ensureWaitingApplication({ app: server.app, deps: server.deps, wait }).catch((error: unknown) =>
    server.deps.log('no waiting application', error),
  )
}
