import { join } from 'node:path'
import { compareWithBuild, compareWithServer } from './untranslated.ts'

const found = [compareWithBuild(join(import.meta.dirname, '..', 'dist')), compareWithServer()]
const [missing, unused] = [found.flatMap((one) => one.missing), found.flatMap((one) => one.unused)]
for (const chinese of missing) console.log(JSON.stringify(chinese))
console.log(`${missing.length} 条没有英文，${unused.length} 条已不再使用`)
process.exitCode = missing.length > 0 ? 1 : 0
