import { benchContract } from './contract.ts'
import { benchDay } from './day.ts'
import { benchEngine } from './engine.ts'
import { benchExport } from './export.ts'
import { benchFootprint } from './footprint.ts'
import { benchHeavyFile } from './heavy-file.ts'
import { benchList } from './list.ts'
import { benchOpenApi } from './openapi.ts'
import { benchSend } from './send.ts'
import { benchSeveral } from './sign-several.ts'
import { benchSign } from './sign.ts'
import { benchSuites } from './suites.ts'
import { benchVerify } from './verify.ts'
import { benchView } from './view.ts'
import { benchWeb } from './web.ts'

/** Each measurement by its name on the command line; answers the exit code. */
const benches: Record<string, () => Promise<number>> = {
  sign: benchSign,
  contract: benchContract,
  day: () => benchDay(process.argv.slice(3)),
  batch: () => benchSeveral(Number(process.argv[3] ?? 9)),
  engine: benchEngine,
  export: () => benchExport(Number(process.argv[3] ?? 1000)),
  footprint: benchFootprint,
  suites: benchSuites,
  verify: benchVerify,
  heavy: benchHeavyFile,
  list: () => benchList(process.argv.slice(3)),
  openapi: () => benchOpenApi(Number(process.argv[3] ?? 7)),
  send: () => benchSend(Number(process.argv[3] ?? 1000)),
  view: () => benchView(Number(process.argv[3] ?? 4)),
  web: () => benchWeb(process.argv.slice(3)),
}

const bench = benches[process.argv[2] ?? '']
if (!bench) {
  console.error(`用法：npm run bench -- ${Object.keys(benches).join('|')}`)
  process.exit(2)
}
process.exitCode = await bench()
