import { readFileSync } from 'node:fs'

/**
 * Loaded before a server (`--import`): its clock, in every thread, is off by the milliseconds that the file
 * MOQI_FAULT_CLOCK holds at the time. Timers and `performance` go on as they do when a machine's clock is set.
 */
const file = process.env.MOQI_FAULT_CLOCK ?? ''
const holdsMs = 20
let known = { offsetMs: 0, at: Number.NEGATIVE_INFINITY }

function offset(): number {
  const at = performance.now()
  if (at - known.at > holdsMs) known = { offsetMs: Number(readFileSync(file, 'utf8')), at }
  return known.offsetMs
}

const real = Date
const now = () => real.now() + offset()
globalThis.Date = new Proxy(real, {
  construct: (target, values, itself) => Reflect.construct(target, values.length > 0 ? values : [now()], itself),
  apply: () => new real(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})
