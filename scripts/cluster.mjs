import { join } from 'node:path'
import { runChild } from './child-process.mjs'
import { ensureDependencies, node26, root } from './dependencies.mjs'
import { clusterPackages, ensurePackages } from './system-packages.mjs'

await ensureDependencies()
await ensurePackages(clusterPackages)
const cluster = [join(root, 'bench/cluster.ts'), ...process.argv.slice(2)]
process.exit(await runChild(node26, cluster, { cwd: process.env.INIT_CWD ?? process.cwd() }))
