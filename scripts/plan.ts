import { assumed, computePlan, heldBy, type Plan } from './plan/compute-plan.ts'
import { measured } from './plan/measured.ts'

/** `npm run plan -- SIGNATURES_A_DAY`: what that load asks of nodes, PostgreSQL, log and archive. JSON last. */

const machines = [1, 5, 20]
const one = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 1 })
const signaturesADay = Number((process.argv[2] ?? '').replaceAll(/[_,]/g, ''))
if (!Number.isInteger(signaturesADay) || signaturesADay < 1) {
  console.error('用法：npm run plan -- 每天签署次数')
  process.exit(2)
}
const computed = computePlan(signaturesADay)
for (const line of linesOf(computed)) console.log(line)
const rounded = Object.entries(computed).map(([name, value]) => [name, Math.round(value * 100) / 100])
console.log(JSON.stringify(Object.fromEntries(rounded)))

function linesOf(plan: Plan): string[] {
  const { contract } = measured
  const { coresPerNode, walDays, databaseCopies, objectCopies } = assumed
  return [
    `${one(plan.signaturesADay)} signatures a day in ${one(plan.contractsADay)} contracts of ${contract.signatures} parties;`,
    `${one(plan.signaturesASecond)} signatures a second in the busiest hour (${assumed.peakHour * 100} % of the day).`,
    `nodes       ${plan.nodes} of ${coresPerNode} cores (${one(plan.nodeCores)} cores at ${assumed.busy * 100} %, and one node more)`,
    `PostgreSQL  ${one(plan.databaseCores)} cores; ${plan.databases === 1 ? 'one server' : `${plan.databases} servers, tenants distributed over them`}, each with its standbys`,
    `log (WAL)   ${one(plan.walMbASecond)} MB/s at the peak, ${one(plan.walGbADay)} GB a day, ${one(plan.walKeptTb)} TB kept for ${walDays} days`,
    `database    ${one(plan.databaseTb)} TB after a year, ${one(plan.databaseAllCopiesTb)} TB in ${databaseCopies} copies`,
    `archive     ${one(plan.archiveTb)} TB after a year in ${one(plan.objectsMillion)} million objects, ${one(plan.archiveAllCopiesTb)} TB in ${objectCopies} copies`,
    ...machines.map((count) => `${count} × ${coresPerNode} cores hold ${one(heldBy(count))} signatures a day`),
  ]
}
