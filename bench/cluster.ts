import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openCluster } from './cluster/open-cluster.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { port: { type: 'string', default: '17400' }, player: { type: 'boolean', default: false } },
})
const [folder] = positionals
const port = Number(values.port)
if (!folder || positionals.length > 1 || !Number.isInteger(port) || port < 1024 || port > 65_400) {
  console.error('用法：npm run cluster -- 数据目录 [--port 起始端口] [--player]')
  process.exit(2)
}

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())
// Handed on to somebody else: whoever started this was killed.
const parent = process.ppid
setInterval(() => process.ppid !== parent && stopping.abort(), 1000).unref()

const say = (line: string) => console.log(line)
const cluster = await openCluster({ folder, port, isPlayed: values.player, say })
say(`已启动：${cluster.http} 与 ${cluster.https}（自签证书）。日志在 ${folder}。Ctrl-C 停止全部`)
while (!stopping.signal.aborted) {
  await pause(1000, undefined, { signal: stopping.signal }).catch(() => {})
  if (stopping.signal.aborted) break
  for (const [index, node] of cluster.nodes.entries()) {
    const again = await node
      .startAgain()
      .catch((error: unknown) => say(`节点 ${index + 1} 未能重新启动：${String(error)}`))
    if (again) say(`节点 ${index + 1} 意外停止，已重新启动`)
  }
}
say('正在停止…')
await cluster.stop()
say('已全部停止')
